import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { DatabaseFormatError, openDatabase } from '../../../src/sandbox/store/database.ts';

describe('the database file', () => {
  test('and its folder can be read by their owner only', (t) => {
    const file = join(aFolder(t), 'deep', 'sandbox.db');
    openDatabase(file).close();
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(join(file, '..')).mode & 0o777, 0o700);
  });

  test('of another version is refused with the way out', (t) => {
    const file = join(aFolder(t), 'sandbox.db');
    const database = openDatabase(file);
    database.exec('PRAGMA user_version = 99');
    database.close();
    assert.throws(
      () => openDatabase(file),
      (error) => {
        assert.ok(error instanceof DatabaseFormatError);
        assert.match(error.message, /format 99.*dbm sandbox reset/);
        return true;
      },
    );
  });

  test('that is no database at all is refused and left as it was', (t) => {
    const file = join(aFolder(t), 'notes.txt');
    writeFileSync(file, 'these are my notes, which nobody may overwrite\n'.repeat(40));
    assert.throws(() => openDatabase(file), DatabaseFormatError);
    assert.ok(statSync(file).size > 1000);
  });

  test("that is another program's database is refused", (t) => {
    const file = join(aFolder(t), 'other.db');
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    const other = new DatabaseSync(file);
    other.exec('CREATE TABLE theirs (id INTEGER)');
    other.close();
    assert.throws(() => openDatabase(file), DatabaseFormatError);
  });
});

function aFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'dbm-database-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

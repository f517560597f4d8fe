/** @module C93: a few hundred bytes of YAML unfolded to hundreds of megabytes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aHome } from '../commands/support/dbm.ts';

const head = 'apiVersion: coolops.cn/v1alpha1\nkind: DatabaseManager\n';

/** Each letter holds the one before nine times: 9^8 values. */
function bomb(): string {
  const letters = 'abcdefgh'.split('');
  const levels = letters.map((letter, index) => {
    const item = index === 0 ? 'h' : `*${letters[index - 1]}`;
    return `    ${letter}: &${letter} [${Array.from({ length: 9 }, () => item).join(',')}]`;
  });
  return `${head}metadata:\n  name: laughs\n  annotations:\n${levels.join('\n')}\nspec: {}\n`;
}

describe('a manifest that is small and unfolds to much', () => {
  const cases: Readonly<Record<string, string>> = {
    'an alias bomb': bomb(),
    'a circle': `${head}metadata: {name: x}\nspec: &a {pod: {affinity: *a}}\n`,
    'more aliases than anybody needs': `${head}metadata: {name: x}\na: &a 1\nb: [${Array.from({ length: 101 }, () => '*a').join(',')}]\n`,
    'deep nesting': `${head}metadata: {name: x}\nspec: ${'['.repeat(1000)}${']'.repeat(1000)}\n`,
    'more than 3 MiB': `${head}metadata: {name: x}\n# ${'x'.repeat(3 * 1024 * 1024)}\nspec: {}\n`,
  };
  for (const [name, stdin] of Object.entries(cases)) {
    test(`is refused quickly and without much memory: ${name}`, async () => {
      await using home = await aHome();
      const before = process.memoryUsage().rss;
      const start = performance.now();
      const { code, stderr } = await home.dbm('create -f - --json', { stdin });
      assert.ok(code === 1 || code === 2, stderr);
      assert.ok(performance.now() - start < 2000);
      assert.ok(process.memoryUsage().rss - before < 100 * 1024 * 1024);
    });
  }
});

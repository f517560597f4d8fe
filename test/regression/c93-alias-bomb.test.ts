/** @module C93: a few hundred bytes of YAML unfolded to hundreds of megabytes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aHome } from '../commands/support/dbm.ts';
import { at } from '../commands/support/fields.ts';

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
  const cases: Readonly<Record<string, readonly [stdin: string, says: RegExp]>> = {
    'an alias bomb': [bomb(), /unfolds to more than 100000 values/],
    'a circle': [`${head}metadata: {name: x}\nspec: &a {pod: {affinity: *a}}\n`, /unfolds to more than/],
    'more aliases than anybody needs': [
      `${head}metadata: {name: x}\nspec: {pod: {affinity: {a: &a 1, b: [${Array.from({ length: 101 }, () => '*a').join(',')}]}}}\n`,
      /line 4: aliases exceeded/,
    ],
    'deep nesting': [
      `${head}metadata: {name: x}\nspec: {pod: {affinity: {a: ${'['.repeat(1000)}${']'.repeat(1000)}}}}\n`,
      /line 4: nesting exceeded/,
    ],
    'more than 3 MiB': [
      `${head}metadata: {name: x}\n# ${'x'.repeat(3 * 1024 * 1024)}\nspec: {}\n`,
      /is larger than 3 MiB/,
    ],
  };
  for (const [name, [stdin, says]] of Object.entries(cases)) {
    test(`is refused quickly and without much memory: ${name}`, async () => {
      await using home = await aHome();
      const before = process.memoryUsage().rss;
      const start = performance.now();
      const { code, json, stderr } = await home.dbm('create -f - --json', { stdin });
      assert.ok(code === 1 || code === 2, stderr);
      assert.match(String(at(json(), 'error.message')), says);
      assert.ok(performance.now() - start < 2000);
      assert.ok(process.memoryUsage().rss - before < 100 * 1024 * 1024);
    });
  }
});

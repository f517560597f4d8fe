/** @module Tables. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Column, formatTable } from '../../../src/cli/output/table.ts';

type Row = readonly [string, string];
const columns: readonly Column<Row>[] = [
  { heading: 'NAME', cell: ([name]) => name },
  { heading: 'STATUS', cell: ([, status]) => status, colour: () => (text) => `<${text}>` },
  { heading: 'AGE', cell: () => '1s' },
];

describe('a table', () => {
  test('pads each column to its widest cell and leaves no blanks at the end of a line', () => {
    const text = formatTable(columns, [
      ['orders-database', 'ok'],
      ['x', 'Progressing'],
    ]);
    assert.equal(
      text,
      [
        'NAME              STATUS        AGE',
        'orders-database   <ok         >   1s',
        'x                 <Progressing>   1s',
        '',
      ].join('\n'),
    );
  });

  test('shows empty cells as <none>, and headings only if wanted', () => {
    assert.equal(formatTable(columns.slice(0, 1), [['', '']], { headings: false }), '<none>\n');
  });

  test('lines up with the table before when it is given the same widths', () => {
    const widths: number[] = [];
    formatTable(columns, [['a-long-name-comes-first', 'ok']], { widths });
    const next = formatTable(columns, [['x', 'ok']], { headings: false, widths });
    assert.equal(next, `${'x'.padEnd(23)}   <${'ok'.padEnd(6)}>   1s\n`);
  });
});

/** @module Tables as kubectl prints them: upper-case headings, columns three spaces apart, no lines. */

/** One column of a table over rows of `Row`. */
export interface Column<Row> {
  readonly heading: string;
  /** The cell's text; shown as `<none>` when empty. */
  readonly cell: (row: Row) => string;
  /** Colours a cell after it has been padded. */
  readonly colour?: (row: Row) => (text: string) => string;
}

const GAP = '   ';

export interface TableOptions {
  /** Default true. */
  readonly headings?: boolean;
  /** Smallest widths of the columns, changed to those used: tables printed one after the other then line up. */
  readonly widths?: number[];
}

/** The rows as text, a line each, ending in a newline; the last column is not padded. */
export function formatTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { headings = true, widths = [] }: TableOptions = {},
): string {
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row) || '<none>'));
  for (const [index, { heading }] of columns.entries()) {
    const least = Math.max(widths[index] ?? 0, headings ? heading.length : 0);
    widths[index] = cells.reduce((width, line) => Math.max(width, line[index]?.length ?? 0), least);
  }
  const pad = (text: string, index: number) =>
    index === columns.length - 1 ? text : text.padEnd(widths[index] ?? 0);
  const lines = cells.map((line, row) =>
    line.map((text, index) => coloured(columns[index], rows[row], pad(text, index))).join(GAP),
  );
  const head = headings ? [columns.map(({ heading }, index) => pad(heading, index)).join(GAP)] : [];
  return [...head, ...lines].map((line) => `${line}\n`).join('');
}

function coloured<Row>(column: Column<Row> | undefined, row: Row | undefined, text: string): string {
  return column?.colour === undefined || row === undefined ? text : column.colour(row)(text);
}

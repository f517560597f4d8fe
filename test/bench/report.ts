/** @module What a benchmark reports: one JSON line each on stdout, and a table for people on stderr. */

/** One figure. Compare ratios, which were measured within one run; absolute figures belong to the machine. */
export interface Figure {
  readonly bench: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** `value` divided by what it is compared with, in the same run. */
  readonly ratio?: number;
  readonly to?: string;
}

/** Collects figures and prints each at once. */
export class Report {
  readonly #figures: Figure[] = [];

  add(figure: Figure): void {
    this.#figures.push(figure);
    console.log(JSON.stringify(figure));
  }

  /** A Markdown table of all figures so far. */
  table(): string {
    const rows = this.#figures.map(({ bench, what, value, unit, ratio, to }) => {
      const compared = ratio === undefined ? '' : `${round(ratio)} × ${to}`;
      return `| ${bench} | ${what} | ${round(value)} ${unit} | ${compared} |`;
    });
    return ['| benchmark | what | value | ratio |', '| --- | --- | --- | --- |', ...rows].join('\n');
  }
}

/** The middle value; the list must not be empty. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new RangeError('no values');
  return middle;
}

function round(value: number): string {
  return String(Number(value.toPrecision(3)));
}

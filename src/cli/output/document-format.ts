/** @module Whether stdout is to hold one machine-readable document, known before the flags are parsed. */

export type DocumentFormat = 'json' | 'yaml';

const ASKED = /^(?:-o=?|--output=)(json|yaml)$/;

/**
 * The document format that `argv` asks for with `--json`, `-o json`, `-ojson`, `-o=json`, `--output json` or
 * `--output=json`. Read from the raw arguments, since also a mistake in the flags must be reported in this format.
 */
export function documentFormat(argv: readonly string[]): DocumentFormat | undefined {
  const end = argv.indexOf('--');
  const flags = end === -1 ? argv : argv.slice(0, end);
  if (flags.includes('--json')) return 'json';
  for (const [index, flag] of flags.entries()) {
    const joined = flag === '-o' || flag === '--output' ? `${flag}=${flags[index + 1] ?? ''}` : flag;
    const format = ASKED.exec(joined)?.[1];
    if (format === 'json' || format === 'yaml') return format;
  }
  return undefined;
}

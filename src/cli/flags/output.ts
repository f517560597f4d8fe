/** @module `-o` and `--json`: what stdout holds. */
import { UsageError } from '../errors/cli-error.ts';
import { booleanFlag, stringFlag } from '../oclif.ts';

/** `human` is what is printed without `-o`. */
export type OutputFormat = 'human' | 'wide' | 'json' | 'yaml' | 'name';

/** `-o FORMAT` for the formats that a command has, and `--json` as another way to say `-o json`. */
export function outputFlags<const Formats extends readonly Exclude<OutputFormat, 'human'>[]>(
  formats: Formats,
) {
  return {
    output: stringFlag({
      char: 'o',
      options: [...formats],
      helpValue: formats.join('|'),
      helpGroup: 'OUTPUT',
      summary: 'What to print on stdout instead of text for people.',
    }),
    json: booleanFlag({ helpGroup: 'OUTPUT', summary: 'The same as -o json.' }),
  };
}

/** The value of {@link outputFlags} after parsing. */
export interface OutputFlags {
  readonly output?: string | undefined;
  readonly json?: boolean | undefined;
}

/** The format asked for. Throws a UsageError when `--json` and another `-o` contradict each other. */
export function outputFormat(flags: OutputFlags): OutputFormat {
  const { output, json = false } = flags;
  if (json && output !== undefined && output !== 'json') {
    throw new UsageError(`--json and -o ${output} contradict each other: give one of them`);
  }
  if (json) return 'json';
  switch (output) {
    case 'wide':
    case 'json':
    case 'yaml':
    case 'name':
      return output;
    default:
      return 'human';
  }
}

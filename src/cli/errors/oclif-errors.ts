/** @module What oclif's parser complains about, in dbm's words. */
import { didYouMean } from '../suggest.ts';

/**
 * An error of oclif's parser. Told by its shape, since importing oclif's classes here would load oclif for every
 * error: only `CLIError` carries `oclif.exit`.
 */
export interface ParserError extends Error {
  readonly oclif: { readonly exit?: number };
  /** The unknown flags, of a NonExistentFlagsError. */
  readonly flags?: readonly string[];
  /** What is missing, of a RequiredArgsError; what is too much, of an UnexpectedArgsError. */
  readonly args?: readonly (string | { readonly name: string })[];
  readonly parse?: { readonly input?: { readonly flags?: Readonly<Record<string, unknown>> } };
}

/** The lines that oclif puts around what is wrong. */
const OCLIFS_OWN = /^(?:See more help|The following errors? occurred)/;

/** Whether oclif refused the flags or arguments. */
export function isUsageError(error: unknown): error is ParserError {
  return error instanceof Error && 'oclif' in error;
}

/** One line, without oclif's pointer to `--help` and with the nearest known flag. */
export function usageMessage(error: ParserError): string {
  const [unknown] = error.flags ?? [];
  if (unknown !== undefined) {
    const known = Object.keys(error.parse?.input?.flags ?? {}).map((name) => `--${name}`);
    const name = unknown.split('=', 1)[0] ?? unknown;
    return `unknown flag "${name}"${didYouMean(name, known)}; see --help`;
  }
  const missing = (error.args ?? []).flatMap((arg) =>
    typeof arg === 'string' ? [] : [arg.name.toUpperCase()],
  );
  if (missing.length > 0) return `missing argument ${missing.join(' ')}; see --help`;
  const lines = error.message.split('\n').filter((line) => line.trim() !== '' && !OCLIFS_OWN.test(line));
  const text = lines.map((line) => line.trim()).join(' ');
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

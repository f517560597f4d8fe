/** @module Shows a failure: on stderr for people, and as the one document on stdout where one was asked for. */
import type { Io } from '../io.ts';
import { paletteFor } from '../output/colour.ts';
import { renderDocument } from '../output/document.ts';
import type { DocumentFormat } from '../output/document-format.ts';
import type { DescribedError } from './describe.ts';

/** Writes the error line (with a line per wrong field) to stderr, or the document `{error: …}` to stdout. */
export async function renderError(
  error: DescribedError,
  io: Io,
  format: DocumentFormat | undefined,
): Promise<void> {
  if (format !== undefined) io.stdout.write(await renderDocument(format, errorDocument(error)));
  const { red, dim } = await paletteFor(io.stderr, io.env);
  const lines = error.causes.map(
    ({ field, message }) => `  ${field === undefined ? '' : `${field}: `}${message}`,
  );
  io.stderr.write(`${[`${red('error:')} ${error.message}`, ...lines].join('\n')}\n`);
  if (isDebugging(io) && error.stack !== undefined) io.stderr.write(`${dim(error.stack)}\n`);
}

/** The failure as data: `error` with code, reason, message, causes and exitCode, beside what did succeed. */
function errorDocument({ code, reason, message, causes, exitCode, document }: DescribedError): object {
  return { ...document, error: { code, reason, message, causes, exitCode } };
}

function isDebugging({ env }: Io): boolean {
  return (env.DEBUG ?? '') !== '';
}

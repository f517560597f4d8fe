/** @module A stream of bytes to its lines, however the bytes are cut. */

const NEWLINE = 10;

/** A line is longer than allowed. */
export class LineTooLong extends Error {
  override readonly name = 'LineTooLong';
}

/** The bytes ended in the middle of a line. */
export class LineCutShort extends Error {
  override readonly name = 'LineCutShort';
}

/** Yields each line without its end, empty lines left out. Throws {@link LineTooLong} or {@link LineCutShort}. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<string> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const line = join([...parts, chunk.subarray(start, end)]);
      parts = [];
      size = 0;
      start = end + 1;
      if (line.trim() !== '') yield line;
    }
    size += chunk.length - start;
    if (size > maxBytes) throw new LineTooLong(`a line is longer than ${maxBytes} bytes`);
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
  if (join(parts).trim() !== '') throw new LineCutShort('the last line is incomplete');
}

function join(parts: readonly Uint8Array[]): string {
  return Buffer.concat(parts).toString('utf8');
}

/** @module A small file that others replace from time to time: a token, a certificate. */
import { readFile } from 'node:fs/promises';
import type { Clock } from '../clock.ts';

/** How long a content counts as fresh. The kubelet replaces tokens minutes before they expire. */
const FRESH_MS = 10_000;

/** Its trimmed content, read again every ten seconds of use. While it cannot be read, the last content stays. */
export class RotatingFile {
  readonly path: string;
  readonly #clock: Clock;
  #content: string | undefined;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(path: string, clock: Clock) {
    this.path = path;
    this.#clock = clock;
  }

  /** Rejects with the file system's error when the file could never be read. */
  async read(): Promise<string> {
    const now = this.#clock.monotonic();
    if (this.#content !== undefined && now - this.#readAt < FRESH_MS) return this.#content;
    this.#readAt = now;
    try {
      this.#content = (await readFile(this.path, 'utf8')).trim();
    } catch (error) {
      if (this.#content === undefined) throw error;
    }
    return this.#content;
  }

  /** The next read goes to the file. */
  expire(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }
}

/** @module Lets workers in only while their work is allowed. */

/** Closed when made. Each opening begins a term that ends with the next closing. */
export class Gate {
  #opened = Promise.withResolvers<AbortSignal>();
  #term: AbortController | undefined;

  /** Begins a term; does nothing while one lasts. */
  open(): void {
    if (this.#term !== undefined) return;
    this.#term = new AbortController();
    this.#opened.resolve(this.#term.signal);
  }

  /** Ends the term: its signal is aborted with `reason`. Does nothing while the gate is closed. */
  close(reason: unknown): void {
    if (this.#term === undefined) return;
    this.#opened = Promise.withResolvers();
    this.#term.abort(reason);
    this.#term = undefined;
  }

  /** The signal of the present term, or of the next one as soon as that begins. */
  enter(): Promise<AbortSignal> {
    return this.#opened.promise;
  }
}

/** @module Turns the typed models of @kubernetes/client-node into the JSON that is really on the wire. */

/**
 * `T` as JSON: dates are RFC 3339 text, everything is read-only, and optional fields may be absent only
 * (never `undefined`). Types only: nothing of the library is loaded.
 */
export type Wire<T> = T extends Date
  ? string
  : T extends readonly (infer U)[]
    ? readonly Wire<U>[]
    : T extends object
      ? { readonly [K in keyof T]: Wire<T[K]> }
      : T;

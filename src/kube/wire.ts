/** @module Turns the typed models of @kubernetes/client-node into the JSON that is really on the wire. */
import type { KubeObject } from './object.ts';

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

/** A top-level model as a {@link KubeObject}: what all objects have in common is that type's, the rest is the model's. */
export type WireObject<T> = KubeObject & Omit<Wire<T>, 'apiVersion' | 'kind' | 'metadata'>;

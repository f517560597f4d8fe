/** @module Remembers what was made of an object for as long as the object is kept. */

/** Calls `make` once for each frozen value, as stored objects and their parts are; each time for others. */
export function onceEach<T>(make: (value: T) => string): (value: T) => string {
  const made = new WeakMap<object, string>();
  return (value) => {
    if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return make(value);
    const known = made.get(value);
    if (known !== undefined) return known;
    const text = make(value);
    made.set(value, text);
    return text;
  };
}

/** @module Several at a time, but not all at once. */

/** Runs `work` for each item, at most `limit` at the same time; the results are in the order of the items. */
export async function inParallel<Item, T>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<T>,
): Promise<readonly T[]> {
  const results = new Map<number, T>();
  const rest = items.entries();
  const worker = async () => {
    // All workers draw from the one iterator.
    for (const [index, item] of rest) results.set(index, await work(item));
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return [...results].toSorted(([a], [b]) => a - b).map(([, result]) => result);
}

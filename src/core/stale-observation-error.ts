/** @module An object turned out to be another than the one that was decided about. */
import { formatKey, type KubeObject, keyOf } from '../kube/object.ts';

/** Observe again and decide anew. */
export class StaleObservationError extends Error {
  override readonly name = 'StaleObservationError';

  constructor(object: KubeObject) {
    super(`${object.kind} ${formatKey(keyOf(object))} has changed since it was read`);
  }
}

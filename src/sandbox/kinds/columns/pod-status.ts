/** @module A pod's state in one word, as `kubectl get pods` shows it. */
import {
  type Doc,
  type Fields,
  fieldsOf,
  getAt,
  isFields,
  listOf,
  numberOf,
  textOf,
} from '../../values/fields.ts';

/** `1/2`: ready containers of all. */
export function podReadiness(doc: Doc): string {
  const ready = statuses(doc).filter((status) => status.ready === true).length;
  return `${ready}/${listOf(getAt(doc, ['spec', 'containers'])).length}`;
}

export function podRestarts(doc: Doc): number {
  return statuses(doc).reduce((sum, { restartCount }) => sum + (numberOf(restartCount) ?? 0), 0);
}

/** The phase, unless a container waits or ended for a reason, or the pod is going away. */
export function podStatus(doc: Doc): string {
  if (doc.metadata.deletionTimestamp !== undefined) return 'Terminating';
  const reasons = statuses(doc).flatMap(({ state }) => {
    const { waiting, terminated } = fieldsOf(state);
    const reason = textOf(fieldsOf(waiting).reason) ?? textOf(fieldsOf(terminated).reason);
    return reason === undefined ? [] : [reason];
  });
  return (
    reasons.at(-1) ??
    textOf(getAt(doc, ['status', 'reason'])) ??
    textOf(getAt(doc, ['status', 'phase'])) ??
    'Unknown'
  );
}

function statuses(doc: Doc): readonly Fields[] {
  return listOf(getAt(doc, ['status', 'containerStatuses'])).filter(isFields);
}

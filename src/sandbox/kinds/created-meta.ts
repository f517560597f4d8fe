/** @module The metadata that the server gives a new object. */
import type { ObjectMeta } from '../../kube/object.ts';

/** No vowels and no look-alikes, so that no words come about. */
const SUFFIX_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
const MAX_NAME_LENGTH = 63;

/** `now` as RFC 3339 text; whether the kind counts generations. */
export interface Creation {
  readonly now: string;
  readonly generation: boolean;
}

/** What the sender gave, with a fresh uid and times, and a name made from generateName where there is none. */
export function createdMeta(given: ObjectMeta, { now, generation }: Creation): ObjectMeta {
  const {
    deletionTimestamp: _deletion,
    deletionGracePeriodSeconds: _grace,
    resourceVersion: _version,
    generation: _generation,
    ...kept
  } = given;
  const { name = '', generateName = '' } = given;
  return {
    ...kept,
    name: name === '' && generateName !== '' ? generatedName(generateName) : name,
    uid: crypto.randomUUID(),
    creationTimestamp: now,
    ...(generation ? { generation: 1 } : {}),
  };
}

function generatedName(base: string): string {
  const letters = crypto.getRandomValues(new Uint8Array(SUFFIX_LENGTH));
  const suffix = Array.from(letters, (byte) => SUFFIX_LETTERS[byte % SUFFIX_LETTERS.length]).join('');
  return `${base.slice(0, MAX_NAME_LENGTH - SUFFIX_LENGTH)}${suffix}`;
}

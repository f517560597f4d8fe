/** @module SelfSubjectAccessReview: in the sandbox everybody may do everything. */
import type { Answer, Call } from './call.ts';
import { readObject } from './read-body.ts';

export function reviewAccess(call: Call): Answer {
  const { doc } = readObject(call);
  const status = { allowed: true, reason: 'the sandbox allows everything' };
  return { status: 201, body: JSON.stringify({ ...doc, metadata: { creationTimestamp: null }, status }) };
}

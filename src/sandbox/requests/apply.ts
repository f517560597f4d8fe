/** @module Server-side apply: stub. */
import type { Answer, Call } from './call.ts';
import { badRequest } from './refusals.ts';

export function apply(_call: Call): Answer {
  throw badRequest('server-side apply is not served yet');
}

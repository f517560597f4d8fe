/** @module Which formats are understood and which can be answered. */
import type { WireRequest } from '../../kube/transport.ts';
import { refusal, unsupportedMediaType } from './refusals.ts';

const SENT = ['application/json', 'application/yaml'];
const UNDERSTOOD = new Set([
  'application/json',
  'application/yaml',
  'text/yaml',
  'application/x-yaml',
  '*/*',
]);
const ANSWERED = /^(application\/(json|\*|yaml)|\*\/\*|text\/(plain|\*))$/;

/** Throws UnsupportedMediaType for a body that is neither JSON nor YAML; patches are told apart elsewhere. */
export function requireReadable({ method, headers = {}, body }: WireRequest): void {
  if (method === 'PATCH' || body === undefined || body === '') return;
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (type !== '' && !UNDERSTOOD.has(type.trim().toLowerCase())) throw unsupportedMediaType(SENT);
}

/** Throws NotAcceptable when no format that is accepted can be given. */
export function requireAnswerable({ headers = {} }: WireRequest): void {
  const accepted = (headers.accept ?? '').split(',').map((range) => range.split(';')[0]?.trim() ?? '');
  if (accepted.every((range) => range === '') || accepted.some((range) => ANSWERED.test(range))) return;
  throw refusal(406, 'NotAcceptable', `only the following media types are accepted: ${SENT.join(', ')}`);
}

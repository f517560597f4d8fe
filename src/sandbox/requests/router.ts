/** @module Which handler answers which request. */

import type { WireRequest } from '../../kube/transport.ts';
import { parseYamlDocuments, YamlError } from '../../kube/yaml.ts';
import { answerDiscovery } from '../discovery/discovery.ts';
import type { ServedKind } from '../kinds/kind.ts';
import { reviewAccess } from './access-review.ts';
import type { Backend } from './backend.ts';
import { type Answer, type Call, isTrue } from './call.ts';
import { create } from './create.ts';
import { remove, removeCollection } from './delete.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { requireAnswerable, requireReadable } from './media-types.ts';
import { patch } from './patch.ts';
import { badRequest, methodNotAllowed, noSuchPath } from './refusals.ts';
import { parseTarget } from './request-info.ts';
import { scale } from './scale.ts';
import { update } from './update.ts';
import { watch } from './watch.ts';

/** Only these check what they are given: reading must not pay for compiling a schema. */
const STORING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** Answers one request. Throws a StatusError for a refusal. */
export async function route(backend: Backend, request: WireRequest): Promise<Answer> {
  const { path, query, resource: target } = parseTarget(request.path);
  const headers = request.headers ?? {};
  if (target === undefined) return answerDiscovery(backend, { path, query, headers, method: request.method });
  const kind = backend.registry.find(target);
  if (kind === undefined) throw noSuchPath();
  if (
    kind.namespaced
      ? target.name !== undefined && target.namespace === undefined
      : target.namespace !== undefined
  ) {
    throw noSuchPath();
  }
  requireReadable(request);
  requireAnswerable(request);
  if (STORING.has(request.method)) await kind.rules.load?.();
  const body = await jsonBody(request);
  const { method, signal } = request;
  return handlerOf(kind, { method, query, target })({
    backend,
    kind,
    target,
    method,
    query,
    headers,
    body,
    signal,
  });
}

type Handler = (call: Call) => Answer;

function handlerOf(kind: ServedKind, call: Pick<Call, 'method' | 'query' | 'target'>): Handler {
  const { target } = call;
  if (target.subresource !== undefined) return subresourceHandler(kind, call);
  const [verb, handler] = target.name === undefined ? onCollection(kind, call) : onObject(kind, call);
  if (!kind.verbs.includes(verb)) throw methodNotAllowed();
  return handler;
}

function onCollection(
  kind: ServedKind,
  { method, query, target }: Pick<Call, 'method' | 'query' | 'target'>,
): [string, Handler] {
  switch (method) {
    case 'GET':
      return isTrue(query, 'watch') ? ['watch', watch] : ['list', list];
    case 'POST':
      if (kind.namespaced && target.namespace === undefined) throw methodNotAllowed();
      return ['create', kind.kind === 'SelfSubjectAccessReview' ? reviewAccess : create];
    case 'DELETE':
      return ['deletecollection', removeCollection];
    case 'PUT':
    case 'PATCH':
      throw methodNotAllowed();
  }
}

function onObject(_kind: ServedKind, { method, query }: Pick<Call, 'method' | 'query'>): [string, Handler] {
  switch (method) {
    case 'GET':
      return isTrue(query, 'watch') ? ['watch', watch] : ['get', get];
    case 'PUT':
      return ['update', update];
    case 'PATCH':
      return ['patch', patch];
    case 'DELETE':
      return ['delete', remove];
    case 'POST':
      throw methodNotAllowed();
  }
}

function subresourceHandler(kind: ServedKind, { method, target }: Pick<Call, 'method' | 'target'>): Handler {
  const known =
    target.subresource === 'status'
      ? kind.hasStatus
      : target.subresource === 'scale' && kind.scale !== undefined;
  if (!known) throw noSuchPath();
  if (method === 'POST' || method === 'DELETE') throw methodNotAllowed();
  if (target.subresource === 'scale') return scale;
  return method === 'GET' ? get : method === 'PUT' ? update : patch;
}

/** Bodies may be YAML; handlers see JSON only. */
async function jsonBody({ body, headers = {} }: WireRequest): Promise<string | undefined> {
  const type = headers['content-type'] ?? '';
  if (body === undefined || body === '' || !type.includes('yaml') || body.trimStart().startsWith('{'))
    return body;
  try {
    const [document] = await parseYamlDocuments(body);
    return JSON.stringify(document);
  } catch (error) {
    if (error instanceof YamlError) throw badRequest(`error decoding YAML: ${error.message}`);
    throw error;
  }
}

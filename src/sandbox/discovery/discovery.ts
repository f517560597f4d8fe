/** @module What the API says of itself: health, version, groups and resources. */
import type { ServedKind } from '../kinds/kind.ts';
import type { Backend } from '../requests/backend.ts';
import type { Answer, Call } from '../requests/call.ts';
import { requireAnswerable } from '../requests/media-types.ts';
import { methodNotAllowed, noSuchPath } from '../requests/refusals.ts';
import { groupList } from './group-list.ts';
import { openApiV2 } from './openapi-v2.ts';
import { openApiDocument, openApiRoot } from './openapi-v3.ts';
import { resourceList } from './resource-list.ts';
import { SERVER_VERSION } from './server-version.ts';

/** A request for no resource. */
export type DiscoveryCall = Pick<Call, 'method' | 'query' | 'headers'> & { readonly path: string };

const HEALTH = new Set(['/healthz', '/readyz', '/livez']);
const PATHS = ['/api', '/api/v1', '/apis', ...HEALTH, '/openapi/v2', '/openapi/v3', '/version'];

export function answerDiscovery(backend: Backend, { path, method, headers }: DiscoveryCall): Answer {
  if (method !== 'GET') throw methodNotAllowed();
  if (HEALTH.has(path))
    return { status: 200, body: 'ok', headers: { 'content-type': 'text/plain; charset=utf-8' } };
  const value = documentAt(backend.registry.all(), path);
  if (value === undefined) throw noSuchPath();
  if (path === '/openapi/v2') requireAnswerable({ method, path, headers });
  return { status: 200, body: JSON.stringify(value) };
}

function documentAt(kinds: readonly ServedKind[], path: string): unknown {
  switch (path) {
    case '/':
      return { paths: PATHS };
    case '/version':
      return SERVER_VERSION;
    case '/api':
      return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] };
    case '/api/v1':
      return resourceList(kinds, { group: '', version: 'v1' });
    case '/openapi/v2':
      return openApiV2(kinds);
    case '/openapi/v3':
      return openApiRoot(kinds);
    default:
      return path.startsWith('/openapi/v3/')
        ? openApiDocument(kinds, path.slice('/openapi/v3/'.length))
        : groupAt(kinds, path);
  }
}

function groupAt(kinds: readonly ServedKind[], path: string): unknown {
  const [root, group, version, ...rest] = path.split('/').slice(1);
  if (root !== 'apis' || rest.length > 0) return undefined;
  const groups = groupList(kinds);
  if (group === undefined) return groups;
  if (version !== undefined) return resourceList(kinds, { group, version });
  const found = groups.groups.find(({ name }) => name === group);
  return found === undefined ? undefined : { kind: 'APIGroup', apiVersion: 'v1', ...found };
}

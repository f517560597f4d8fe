/** @module What the API says of itself: health, version, groups and resources. */
import type { Backend } from '../requests/backend.ts';
import type { Answer, Call } from '../requests/call.ts';
import { methodNotAllowed, noSuchPath } from '../requests/refusals.ts';
import { groupList } from './group-list.ts';
import { resourceList } from './resource-list.ts';
import { SERVER_VERSION } from './server-version.ts';

/** A request for no resource. */
export type DiscoveryCall = Pick<Call, 'method' | 'query' | 'headers'> & { readonly path: string };

const HEALTH = new Set(['/healthz', '/readyz', '/livez']);

export function answerDiscovery(backend: Backend, { path, method }: DiscoveryCall): Answer {
  if (method !== 'GET') throw methodNotAllowed();
  if (HEALTH.has(path))
    return { status: 200, body: 'ok', headers: { 'content-type': 'text/plain; charset=utf-8' } };
  const value = documentAt(backend, path);
  if (value === undefined) throw noSuchPath();
  return { status: 200, body: JSON.stringify(value) };
}

function documentAt({ registry }: Backend, path: string): unknown {
  const [root, group, version, ...rest] = path.split('/').slice(1);
  if (path === '/version') return SERVER_VERSION;
  if (path === '/')
    return {
      paths: [
        '/api',
        '/api/v1',
        '/apis',
        '/healthz',
        '/livez',
        '/openapi/v2',
        '/openapi/v3',
        '/readyz',
        '/version',
      ],
    };
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] };
  if (path === '/api/v1') return resourceList(registry.all(), { group: '', version: 'v1' });
  if (root !== 'apis' || rest.length > 0) return undefined;
  const groups = groupList(registry.all());
  if (group === undefined) return groups;
  if (version !== undefined) return resourceList(registry.all(), { group, version });
  const found = groups.groups.find(({ name }) => name === group);
  return found === undefined ? undefined : { kind: 'APIGroup', apiVersion: 'v1', ...found };
}

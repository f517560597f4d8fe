/** @module Takes a request's path apart, as the API server's RequestInfo does. */

/** The parts of `/apis/<group>/<version>/[namespaces/<ns>/]<plural>[/<name>[/<subresource>]]`. */
export interface ResourceRequest {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

/** The decoded path and the query. */
export interface RequestTarget {
  readonly path: string;
  readonly query: URLSearchParams;
  /** Absent for discovery, health and the like. */
  readonly resource: ResourceRequest | undefined;
}

/** `target` starts with `/` and may hold a query. */
export function parseTarget(target: string): RequestTarget {
  const [path = '/', ...rest] = target.split('?');
  const query = new URLSearchParams(rest.join('?'));
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeSegment);
  return { path: `/${segments.join('/')}`, query, resource: resourceOf(segments) };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function resourceOf([root, ...segments]: readonly string[]): ResourceRequest | undefined {
  const group = root === 'apis' ? segments.shift() : '';
  const version = segments.shift();
  if ((root !== 'api' && root !== 'apis') || group === undefined || version === undefined) return undefined;
  const [first, second, third, ...deeper] = segments;
  if (first === undefined) return undefined;
  // A namespace's own subresources (status, finalize) are not collections in it.
  const inNamespace =
    first === 'namespaces' && third !== undefined && third !== 'status' && third !== 'finalize';
  const [plural, name, ...sub] = inNamespace ? [third, ...deeper] : segments;
  if (plural === undefined) return undefined;
  return {
    group,
    version,
    plural,
    namespace: inNamespace ? second : undefined,
    name,
    subresource: sub.length === 0 ? undefined : sub.join('/'),
  };
}

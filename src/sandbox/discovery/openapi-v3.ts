/** @module `/openapi/v3`: what kubectl needs to validate on the server, to explain and to apply. */
import { apiVersionOf } from '../../kube/resource.ts';
import type { ServedKind } from '../kinds/kind.ts';
import type { Fields } from '../values/fields.ts';
import { SchemaBook } from './schema-book.ts';
import { SERVER_VERSION } from './server-version.ts';

/** `/openapi/v3`: where the document of each group and version lies. */
export function openApiRoot(kinds: readonly ServedKind[]): Fields {
  const roots = [...new Set(kinds.map(rootOf))];
  return {
    paths: Object.fromEntries(roots.map((root) => [root, { serverRelativeURL: `/openapi/v3/${root}` }])),
  };
}

/** The document of `api/v1` or `apis/<group>/<version>`; undefined where nothing is served. */
export function openApiDocument(kinds: readonly ServedKind[], root: string): Fields | undefined {
  const served = kinds.filter((kind) => rootOf(kind) === root);
  if (served.length === 0) return undefined;
  const book = new SchemaBook();
  const paths = served.flatMap((kind) => pathsOf(kind, book));
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: SERVER_VERSION.gitVersion },
    paths: Object.fromEntries(paths),
    components: { schemas: book.schemas() },
  };
}

function rootOf(kind: ServedKind): string {
  return kind.group === '' ? `api/${kind.version}` : `apis/${apiVersionOf(kind)}`;
}

function pathsOf(kind: ServedKind, book: SchemaBook): readonly (readonly [string, Fields])[] {
  const collection = `/${rootOf(kind)}${kind.namespaced ? '/namespaces/{namespace}' : ''}/${kind.plural}`;
  const schema = book.reference(kind);
  const operation = (action: string, parameters: readonly string[]): Fields => ({
    operationId: `${action}${kind.kind}`,
    parameters: parameters.map((name) => ({
      name,
      in: 'query',
      schema: { type: 'string', uniqueItems: true },
    })),
    responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': { group: kind.group, version: kind.version, kind: kind.kind },
  });
  const writing = ['dryRun', 'fieldManager', 'fieldValidation'];
  return [
    [
      collection,
      {
        get: operation('list', ['labelSelector', 'fieldSelector', 'limit']),
        post: operation('post', writing),
      },
    ],
    [
      `${collection}/{name}`,
      {
        get: operation('get', []),
        put: operation('put', writing),
        patch: operation('patch', [...writing, 'force']),
        delete: operation('delete', ['dryRun', 'gracePeriodSeconds', 'propagationPolicy']),
      },
    ],
  ];
}

/** @module `/openapi/v2`: the schemas of all kinds in one document, as JSON. */
import type { ServedKind } from '../kinds/kind.ts';
import type { Fields } from '../values/fields.ts';
import { SchemaBook } from './schema-book.ts';
import { SERVER_VERSION } from './server-version.ts';

/** The definitions only; paths are told by `/openapi/v3`. */
export function openApiV2(kinds: readonly ServedKind[]): Fields {
  const book = new SchemaBook();
  for (const kind of kinds) book.reference(kind);
  const definitions: unknown = JSON.parse(
    JSON.stringify(book.schemas()).replaceAll('#/components/schemas/', '#/definitions/'),
  );
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: SERVER_VERSION.gitVersion },
    paths: {},
    definitions,
  };
}

/** @module Checks a CustomResourceDefinition. */
import { duplicate, type FieldError, invalid, required, unsupported } from '../kinds/field-error.ts';
import { labelProblems, subdomainProblems } from '../kinds/names.ts';
import { type Doc, type Fields, fieldsOf, isFields, listOf, textOf } from '../values/fields.ts';
import { same } from '../values/same.ts';
import type { CelCompiler } from './cel.ts';
import type { SchemaCompiler } from './json-schema.ts';
import { validateDefaults } from './validate-defaults.ts';
import { validateExpressions } from './validate-expressions.ts';
import { validateStructure } from './validate-structure.ts';

const SERVICE_LABEL = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const SCOPES = ['Cluster', 'Namespaced'];

/** What compiles the schemas and expressions of a definition. */
export interface DefinitionTools {
  readonly compileSchema: SchemaCompiler;
  readonly cel: CelCompiler;
}

/** Names, versions and schemas; an update may change neither the group, the scope nor the names of what is stored. */
export function validateDefinition(
  doc: Doc,
  previous: Doc | undefined,
  tools: DefinitionTools,
): readonly FieldError[] {
  const spec = fieldsOf(doc.spec);
  const names = fieldsOf(spec.names);
  const plural = textOf(names.plural) ?? '';
  const group = textOf(spec.group) ?? '';
  const errors: FieldError[] = [];
  if (doc.metadata.name !== `${plural}.${group}`) {
    errors.push(invalid('metadata.name', doc.metadata.name, 'must be spec.names.plural+"."+spec.group'));
  }
  errors.push(...validateGroup(group));
  if (spec.scope === undefined) errors.push(required('spec.scope'));
  else if (!SCOPES.includes(String(spec.scope))) errors.push(unsupported('spec.scope', spec.scope, SCOPES));
  errors.push(...validateVersions(listOf(spec.versions).filter(isFields), tools), ...validateNames(names));
  if (previous !== undefined) errors.push(...validateChange(spec, fieldsOf(previous.spec)));
  return errors;
}

function validateGroup(group: string): readonly FieldError[] {
  if (group === '') return [required('spec.group')];
  const problems = subdomainProblems(group).map((why) => invalid('spec.group', group, why));
  if (problems.length > 0 || group.includes('.')) return problems;
  return [invalid('spec.group', group, 'should be a domain with at least one dot')];
}

function validateVersions(versions: readonly Fields[], tools: DefinitionTools): readonly FieldError[] {
  const errors = versions.flatMap((version, index) =>
    validateVersion(version, { index, only: versions.length === 1, tools }),
  );
  const names = versions.map(({ name }) => name);
  if (new Set(names).size !== names.length) {
    errors.push(invalid('spec.versions', names, 'must contain unique version names'));
  }
  const stored = versions.filter(({ storage }) => storage === true);
  if (stored.length !== 1) {
    errors.push(invalid('spec.versions', names, 'must have exactly one version marked as storage version'));
  }
  return errors;
}

/** A single version's schema is reported at the place where the server keeps a schema common to all. */
function schemaField(index: number, only: boolean): string {
  return only ? 'spec.validation.openAPIV3Schema' : `spec.versions[${index}].schema.openAPIV3Schema`;
}

function validateVersion(
  version: Fields,
  { index, only, tools }: { index: number; only: boolean; tools: DefinitionTools },
): readonly FieldError[] {
  const field = `spec.versions[${index}]`;
  const name = textOf(version.name) ?? '';
  const errors: FieldError[] = SERVICE_LABEL.test(name)
    ? []
    : labelProblems(name).map((why) => invalid(`${field}.name`, name, why));
  const schema = fieldsOf(version.schema).openAPIV3Schema;
  if (!isFields(schema))
    return [...errors, required(`${field}.schema.openAPIV3Schema`, 'schemas are required')];
  const place = schemaField(index, only);
  return [
    ...errors,
    ...validateStructure(schema, place),
    ...validateDefaults(schema, place, tools.compileSchema),
    ...validateExpressions(schema, place, tools.cel),
    ...validateScale(version, field),
    ...validateColumns(version, field),
  ];
}

function validateScale({ subresources }: Fields, field: string): readonly FieldError[] {
  const { scale } = fieldsOf(subresources);
  if (!isFields(scale)) return [];
  const place = `${field}.subresources.scale`;
  return [
    ...validatePath(scale.specReplicasPath, { field: `${place}.specReplicasPath`, below: '.spec' }),
    ...validatePath(scale.statusReplicasPath, { field: `${place}.statusReplicasPath`, below: '.status' }),
  ];
}

function validatePath(
  path: unknown,
  { field, below }: { field: string; below: string },
): readonly FieldError[] {
  const text = textOf(path) ?? '';
  if (text === '') return [required(field)];
  return text.startsWith(`${below}.`) ? [] : [invalid(field, text, `should be a json path under ${below}`)];
}

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];

function validateColumns({ additionalPrinterColumns }: Fields, field: string): readonly FieldError[] {
  return listOf(additionalPrinterColumns)
    .filter(isFields)
    .flatMap((column, index) => {
      const place = `${field}.additionalPrinterColumns[${index}]`;
      const type = textOf(column.type) ?? '';
      return [
        ...((textOf(column.name) ?? '') === '' ? [required(`${place}.name`)] : []),
        ...(type === '' ? [required(`${place}.type`)] : []),
        ...(type !== '' && !COLUMN_TYPES.includes(type)
          ? [unsupported(`${place}.type`, type, COLUMN_TYPES)]
          : []),
        ...((textOf(column.jsonPath) ?? '') === '' ? [required(`${place}.jsonPath`)] : []),
      ];
    });
}

function validateNames(names: Fields): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const name of ['plural', 'singular', 'kind', 'listKind']) {
    const value = textOf(names[name]) ?? '';
    const field = `spec.names.${name}`;
    if (value === '') errors.push(required(field));
    else if (!SERVICE_LABEL.test(value.toLowerCase()))
      errors.push(...labelProblems(value.toLowerCase()).map((why) => invalid(field, value, why)));
  }
  listOf(names.shortNames).forEach((short, index) => {
    if (!SERVICE_LABEL.test(String(short)))
      errors.push(
        ...labelProblems(String(short)).map((why) => invalid(`spec.names.shortNames[${index}]`, short, why)),
      );
  });
  if (names.kind !== undefined && names.kind === names.listKind) {
    errors.push(invalid('spec.names.listKind', names.listKind, 'kind and listKind may not be the same'));
  }
  const repeated = listOf(names.categories).find((category, index, all) => all.indexOf(category) < index);
  return repeated === undefined ? errors : [...errors, duplicate('spec.names.categories', repeated)];
}

function validateChange(spec: Fields, before: Fields): readonly FieldError[] {
  const fixed: readonly (readonly [string, unknown, unknown])[] = [
    ['spec.group', spec.group, before.group],
    ['spec.scope', spec.scope, before.scope],
    ['spec.names.plural', fieldsOf(spec.names).plural, fieldsOf(before.names).plural],
    ['spec.names.kind', fieldsOf(spec.names).kind, fieldsOf(before.names).kind],
  ];
  return fixed
    .filter(([, now, then]) => !same(now, then))
    .map(([field, now]) => invalid(field, now, 'field is immutable'));
}

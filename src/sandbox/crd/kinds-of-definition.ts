/** @module The collections that a CustomResourceDefinition adds to the API. */
import { ALL_VERBS, storeKeyOf } from '../kinds/built-in-kinds.ts';
import type { ScalePaths, ServedKind } from '../kinds/kind.ts';
import { customType } from '../schema/custom-schema.ts';
import { type Doc, type Fields, fieldsOf, getAt, isFields, listOf, textOf } from '../values/fields.ts';
import { columnsOfVersion } from './columns.ts';
import { customRules } from './custom-rules.ts';

/** One kind for each served version; none while the definition is not established. */
export function kindsOfDefinition(definition: Doc): readonly ServedKind[] {
  if (!isEstablished(definition)) return [];
  return listOf(getAt(definition, ['spec', 'versions']))
    .filter(isFields)
    .filter(({ served }) => served === true)
    .map((version) => kindOfVersion(definition, version));
}

function kindOfVersion({ spec, metadata }: Doc, version: Fields): ServedKind {
  const { group, names, scope } = fieldsOf(spec);
  const { plural, singular, kind, listKind, shortNames, categories } = fieldsOf(names);
  const identity = { group: String(group), plural: String(plural) };
  const schema = fieldsOf(getAt(version, ['schema', 'openAPIV3Schema']));
  const { status, scale } = fieldsOf(version.subresources);
  const kindName = String(kind);
  const fields = listOf(version.selectableFields).map((field) => String(fieldsOf(field).jsonPath).slice(1));
  return {
    ...identity,
    version: String(version.name),
    kind: kindName,
    namespaced: scope === 'Namespaced',
    singular: textOf(singular) ?? kindName.toLowerCase(),
    listKind: textOf(listKind) ?? `${kindName}List`,
    shortNames: listOf(shortNames).map(String),
    categories: listOf(categories).map(String),
    verbs: ALL_VERBS,
    storeKey: storeKeyOf(identity),
    custom: true,
    hasGeneration: true,
    hasStatus: isFields(status),
    type: customType(kindName, schema),
    rules: customRules(schema),
    columns: columnsOfVersion(version),
    openApiSchema: schema,
    selectable: fields,
    schemaRevision: Number(metadata.resourceVersion ?? '0'),
    ...(isFields(scale) ? { scale: scalePaths(scale) } : {}),
  };
}

function scalePaths(scale: Fields): ScalePaths {
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale;
  return {
    specReplicas: pathOf(specReplicasPath),
    statusReplicas: pathOf(statusReplicasPath),
    ...(typeof labelSelectorPath === 'string' ? { selector: pathOf(labelSelectorPath) } : {}),
  };
}

function pathOf(jsonPath: unknown): readonly string[] {
  return String(jsonPath).split('.').slice(1);
}

function isEstablished({ status }: Doc): boolean {
  return listOf(fieldsOf(status).conditions)
    .filter(isFields)
    .some(({ type, status: value }) => type === 'Established' && value === 'True');
}

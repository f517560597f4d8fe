/** @module Defaults and checks of a custom resource, from its schema. */
import type { FieldError } from '../kinds/field-error.ts';
import type { KindRules } from '../kinds/kind.ts';
import { asDoc, type Doc, type Fields, fieldsOf, isFields } from '../values/fields.ts';
import { same } from '../values/same.ts';
import { compileRules, type RuleCheck } from './cel-rules.ts';
import { withDefaults, withoutNulls } from './defaulting.ts';
import { loadSchemaCompiler, type SchemaCheck } from './json-schema.ts';
import { duplicatesIn, type LocatedError, toFieldErrors } from './schema-errors.ts';

interface Checks {
  readonly schema: SchemaCheck;
  readonly rules: RuleCheck | undefined;
}

/** Errors of these kinds leave an object that rules cannot be run on. */
const BLOCKING = new Set([
  'FieldValueRequired',
  'FieldValueTypeInvalid',
  'FieldValueTooLong',
  'FieldValueTooMany',
]);

const RULES_SKIPPED: FieldError = {
  reason: 'FieldValueInvalid',
  field: '<nil>',
  message:
    'Invalid value: null: some validation rules were not checked because the object was invalid; ' +
    'correct the existing errors to complete validation',
};

/** The checks are compiled at the first `load`. */
export function customRules(schema: Fields): KindRules {
  let loading: Promise<void> | undefined;
  let checks: Checks | undefined;
  const load = async () => {
    const [compile, rules] = await Promise.all([loadSchemaCompiler(), compileRules(schema)]);
    checks = { schema: compile(bodySchema(schema)), rules };
  };
  const validate = (doc: Doc, previous: Doc | undefined) => {
    if (checks === undefined) throw new Error('the checks of a custom resource were not loaded');
    return check({ schema, checks }, doc, previous);
  };
  return {
    load: () => {
      loading ??= load();
      return loading;
    },
    defaults: (doc) => defaulted(schema, doc),
    validate,
    validateStatus: validate,
  };
}

function defaulted(schema: Fields, doc: Doc): Doc {
  const { metadata, apiVersion, kind } = doc;
  const value = fieldsOf(withoutNulls(schema, fieldsOf(withDefaults(schema, doc))));
  return { ...asDoc(value, apiVersion, kind), metadata };
}

/** What every object has is checked elsewhere. */
function bodySchema(schema: Fields): Fields {
  const {
    apiVersion: _version,
    kind: _kind,
    metadata: _metadata,
    ...properties
  } = fieldsOf(schema.properties);
  return { ...schema, properties };
}

function check(
  { schema, checks }: { readonly schema: Fields; readonly checks: Checks },
  doc: Doc,
  previous: Doc | undefined,
): readonly FieldError[] {
  const body = bodySchema(schema);
  const found = [...toFieldErrors(checks.schema(doc)), ...duplicatesIn(body, doc)];
  const counted = found.filter((error) => !isInherited(error, doc, previous)).map(({ error }) => error);
  if (checks.rules === undefined) return counted;
  if (found.some(({ error }) => BLOCKING.has(error.reason))) {
    return counted.length === 0 ? counted : [...counted, RULES_SKIPPED];
  }
  const broken = checks.rules(doc, previous).filter((error) => !isInherited(error, doc, previous));
  return [...counted, ...broken.map(({ error }) => error)];
}

/** What an update does not touch may stay as wrong as it was. */
function isInherited({ path }: LocatedError, doc: Doc, previous: Doc | undefined): boolean {
  if (previous === undefined) return false;
  const old = valueAt(previous, path);
  return path.length > 0 && old !== undefined && same(valueAt(doc, path), old);
}

function valueAt(root: unknown, path: LocatedError['path']): unknown {
  return path.reduce<unknown>(
    (at, step) => (Array.isArray(at) ? at[Number(step)] : isFields(at) ? at[String(step)] : undefined),
    root,
  );
}

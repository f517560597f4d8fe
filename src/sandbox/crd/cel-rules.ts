/** @module Runs the validation rules (`x-kubernetes-validations`) of a custom resource. */
import type { FieldError } from '../kinds/field-error.ts';
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../values/fields.ts';
import { type CelCompiler, type CelProgram, loadCel, toCel } from './cel.ts';
import { fieldName, type LocatedError } from './schema-errors.ts';

/** Checks an object; `previous` is the stored one in an update. */
export type RuleCheck = (value: unknown, previous: unknown) => readonly LocatedError[];

interface CompiledRule {
  readonly rule: Fields;
  readonly program: CelProgram;
  readonly message: CelProgram | undefined;
  /** Mentions oldSelf: only for updates, unless optionalOldSelf. */
  readonly transition: boolean;
}

type Path = readonly (string | number)[];

/** Undefined when the schema has no rules; then the interpreter is not even loaded. */
export async function compileRules(schema: Fields): Promise<RuleCheck | undefined> {
  if (!hasRules(schema)) return undefined;
  const cel = await loadCel();
  const compiled = new Map<Fields, readonly CompiledRule[]>();
  return (value, previous) => visit({ schema, value, previous, path: [] }, { cel, compiled });
}

/** Every rule of a schema with its place, for checking definitions. */
export function rulesIn(
  schema: Fields,
  path = '',
): readonly { readonly field: string; readonly rule: Fields }[] {
  const own = listOf(schema['x-kubernetes-validations'])
    .filter(isFields)
    .map((rule, index) => ({ field: `${path}.x-kubernetes-validations[${index}]`, rule }));
  const nested = Object.entries(fieldsOf(schema.properties)).flatMap(([name, inner]) =>
    rulesIn(fieldsOf(inner), `${path}.properties[${name}]`),
  );
  const items = isFields(schema.items) ? rulesIn(schema.items, `${path}.items`) : [];
  const rest = isFields(schema.additionalProperties)
    ? rulesIn(schema.additionalProperties, `${path}.additionalProperties`)
    : [];
  return [...own, ...nested, ...items, ...rest];
}

function hasRules(schema: Fields): boolean {
  return rulesIn(schema).length > 0;
}

interface Place {
  readonly schema: Fields;
  readonly value: unknown;
  readonly previous: unknown;
  readonly path: Path;
}

interface Machine {
  readonly cel: CelCompiler;
  readonly compiled: Map<Fields, readonly CompiledRule[]>;
}

function visit(place: Place, machine: Machine): readonly LocatedError[] {
  const { schema, value, previous, path } = place;
  if (value === undefined || value === null) return [];
  const own = compile(schema, machine).flatMap((rule) => run(rule, place, machine));
  if (Array.isArray(value)) {
    const items = fieldsOf(schema.items);
    const inner = value.flatMap((item, index) =>
      visit(
        { schema: items, value: item, previous: correlated(schema, item, previous), path: [...path, index] },
        machine,
      ),
    );
    return [...own, ...inner];
  }
  if (!isFields(value)) return own;
  const properties = fieldsOf(schema.properties);
  const inner = Object.entries(value).flatMap(([name, item]) => {
    const property = properties[name] ?? schema.additionalProperties;
    if (!isFields(property)) return [];
    return visit(
      { schema: property, value: item, previous: fieldsOf(previous)[name], path: [...path, name] },
      machine,
    );
  });
  return [...own, ...inner];
}

/** Items of a map list are compared with their namesakes; other lists have no old items. */
function correlated(schema: Fields, item: unknown, previous: unknown): unknown {
  if (schema['x-kubernetes-list-type'] !== 'map') return undefined;
  const keys = listOf(schema['x-kubernetes-list-map-keys']).map(String);
  return listOf(previous).find((old) => keys.every((key) => fieldsOf(old)[key] === fieldsOf(item)[key]));
}

function compile(schema: Fields, { cel, compiled }: Machine): readonly CompiledRule[] {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const rules = listOf(schema['x-kubernetes-validations'])
    .filter(isFields)
    .map((rule) => ({
      rule,
      program: cel.compile(String(rule.rule)),
      message: typeof rule.messageExpression === 'string' ? cel.compile(rule.messageExpression) : undefined,
      transition: /\boldSelf\b/.test(String(rule.rule)),
    }));
  compiled.set(schema, rules);
  return rules;
}

function run(
  compiled: CompiledRule,
  { schema, value, previous, path }: Place,
  { cel }: Machine,
): readonly LocatedError[] {
  const { rule, program, message, transition } = compiled;
  const optional = rule.optionalOldSelf === true;
  if (transition && !optional && previous === undefined) return [];
  const old = previous === undefined ? undefined : toCel(schema, previous);
  const variables = {
    self: toCel(schema, value),
    ...(transition ? { oldSelf: optional ? cel.optional(old) : old } : {}),
  };
  const located = (error: FieldError) => [{ error, path }];
  try {
    if (program(variables) === true) return [];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return located(toError(rule, { path, value, message: `rule evaluation failed: ${why}` }));
  }
  const text =
    evaluated(message, variables) ?? textOf(rule.message) ?? `failed rule: ${String(rule.rule).trim()}`;
  return located(toError(rule, { path, value, message: text }));
}

/** A message expression that fails, or gives no text, gives way to the plain message. */
function evaluated(
  message: CelProgram | undefined,
  variables: Parameters<CelProgram>[0],
): string | undefined {
  if (message === undefined) return undefined;
  try {
    const text = textOf(message(variables))?.trim();
    return text === '' ? undefined : text;
  } catch {
    return undefined;
  }
}

function toError(
  rule: Fields,
  { path, value, message }: { path: Path; value: unknown; message: string },
): FieldError {
  const suffix = textOf(rule.fieldPath) ?? '';
  const field = `${fieldName(path)}${path.length === 0 ? suffix.replace(/^\./, '') : suffix}` || '<nil>';
  const reason = textOf(rule.reason) ?? 'FieldValueInvalid';
  switch (reason) {
    case 'FieldValueForbidden':
      return { reason, field, message: `Forbidden: ${message}` };
    case 'FieldValueRequired':
      return { reason, field, message: `Required value: ${message}` };
    case 'FieldValueDuplicate':
      return { reason, field, message: `Duplicate value: ${JSON.stringify(value)}` };
    default:
      return { reason, field, message: `Invalid value: ${shown(value)}${message}` };
  }
}

/** Objects and lists are left out of messages. */
function shown(value: unknown): string {
  return isFields(value) || Array.isArray(value) ? '' : `${JSON.stringify(value)}: `;
}

/** @module Compiles the CEL of validation rules: the only file that imports cel-js. */
import type { Environment } from '@marcbachmann/cel-js';
import { type Fields, fieldsOf, isFields } from '../values/fields.ts';

/** What an expression may refer to. */
export interface CelVariables {
  readonly self: unknown;
  readonly oldSelf?: unknown;
}

/** Evaluates to the expression's value. Throws on errors at run time (a missing field, an overflow). */
export type CelProgram = (variables: CelVariables) => unknown;

export interface CelCompiler {
  /** Throws when the text is not CEL. */
  readonly compile: (expression: string) => CelProgram;
  /** Wraps an old value, or its absence, for rules with `optionalOldSelf`. */
  readonly optional: (value: unknown) => unknown;
}

/** Loads the interpreter; `oldSelf` is known to every expression. */
export async function loadCel(): Promise<CelCompiler> {
  const { Environment: Constructor } = await import('@marcbachmann/cel-js');
  const environment = new Constructor({
    unlistedVariablesAreDyn: true,
    enableOptionalTypes: true,
    homogeneousAggregateLiterals: false,
  });
  registerKubernetesFunctions(environment);
  const none = environment.parse('optional.none()');
  const some = environment.parse('optional.of(value)');
  return {
    compile: (expression) => {
      const program = environment.parse(expression);
      return ({ self, oldSelf }) => program(oldSelf === undefined ? { self } : { self, oldSelf });
    },
    optional: (value) => (value === undefined ? none({}) : some({ value })),
  };
}

/** A JSON value as CEL sees it through its schema: integers are exact, names that CEL reserves are escaped. */
export function toCel(schema: Fields, value: unknown): unknown {
  if (typeof value === 'number') {
    const exact =
      schema.type === 'integer' || schema['x-kubernetes-int-or-string'] === true || schema.type === undefined;
    return exact && Number.isInteger(value) ? BigInt(value) : value;
  }
  if (Array.isArray(value)) return value.map((item) => toCel(fieldsOf(schema.items), item));
  if (!isFields(value)) return value;
  const properties = fieldsOf(schema.properties);
  const rest = isFields(schema.additionalProperties) ? schema.additionalProperties : {};
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const property = properties[name];
      return isFields(property) ? [escaped(name), toCel(property, inner)] : [name, toCel(rest, inner)];
    }),
  );
}

const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

function escaped(name: string): string {
  if (RESERVED.has(name)) return `__${name}__`;
  return name
    .replaceAll('__', '__underscores__')
    .replaceAll('.', '__dot__')
    .replaceAll('-', '__dash__')
    .replaceAll('/', '__slash__');
}

/** Those of Kubernetes' own functions that rules commonly use. */
function registerKubernetesFunctions(environment: Environment): void {
  environment.registerFunction('list.isSorted(): bool', (list: readonly unknown[]) =>
    list.every((item, index) => index === 0 || compare(list[index - 1], item) <= 0),
  );
  environment.registerFunction('list.sum(): dyn', (list: readonly unknown[]) =>
    list.reduce<bigint | number>(
      (sum, item) =>
        typeof item === 'bigint' && typeof sum === 'bigint' ? sum + item : Number(sum) + Number(item),
      0n,
    ),
  );
  environment.registerFunction('list.min(): dyn', (list: readonly unknown[]) => list.toSorted(compare)[0]);
  environment.registerFunction('list.max(): dyn', (list: readonly unknown[]) =>
    list.toSorted(compare).at(-1),
  );
  environment.registerFunction('list.indexOf(dyn): int', (list: readonly unknown[], item: unknown) =>
    BigInt(list.indexOf(item)),
  );
  environment.registerFunction(
    'string.find(string): string',
    (text: string, pattern: string) => new RegExp(pattern).exec(text)?.[0] ?? '',
  );
  environment.registerFunction('isURL(string): bool', (text: string) => URL.canParse(text));
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  return Number(a) - Number(b);
}

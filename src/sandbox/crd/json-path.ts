/** @module The JSONPath of printer columns: `.spec.x`, `.status.conditions[?(@.type=="Ready")].status`, `['a.b']`. */
import { isFields } from '../values/fields.ts';

type Step =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'all' }
  | {
      readonly kind: 'filter';
      readonly path: string;
      readonly operator: '==' | '!=';
      readonly value: unknown;
    };

const TOKEN =
  /\.?\[\?\(@(?<filter>[^=!)]+?)\s*(?<operator>==|!=)\s*(?<value>"[^"]*"|'[^']*'|[^)]+?)\s*\)\]|\.?\[(?<index>-?\d+)\]|\.?\[['"](?<quoted>[^'"]+)['"]\]|(?<all>\.?\[\*\]|\.\*)|\.(?<field>(?:[^.[\]\\]|\\.)+)/gy;

/** All values the path leads to. A path that cannot be read leads nowhere. */
export function evaluateJsonPath(path: string, root: unknown): readonly unknown[] {
  const steps = parse(path);
  return (
    steps?.reduce<readonly unknown[]>(
      (values, step) => values.flatMap((value) => follow(step, value)),
      [root],
    ) ?? []
  );
}

function parse(path: string): readonly Step[] | undefined {
  const text = path.replace(/^\{|\}$/g, '').replace(/^\$/, '');
  const steps: Step[] = [];
  let length = 0;
  for (const match of text.matchAll(TOKEN)) {
    steps.push(toStep(match.groups ?? {}));
    length += match[0].length;
  }
  return length === text.length ? steps : undefined;
}

function toStep(groups: Readonly<Record<string, string | undefined>>): Step {
  const { filter, operator, value = '', index, quoted, all, field = '' } = groups;
  if (filter !== undefined) {
    return { kind: 'filter', path: filter, operator: operator === '!=' ? '!=' : '==', value: literal(value) };
  }
  if (index !== undefined) return { kind: 'index', index: Number(index) };
  if (all !== undefined) return { kind: 'all' };
  return { kind: 'field', name: quoted ?? field.replace(/\\(.)/g, '$1') };
}

function literal(text: string): unknown {
  if (/^["']/.test(text)) return text.slice(1, -1);
  if (text === 'true' || text === 'false') return text === 'true';
  return Number.isNaN(Number(text)) ? text : Number(text);
}

function follow(step: Step, value: unknown): readonly unknown[] {
  switch (step.kind) {
    case 'field':
      return isFields(value) && value[step.name] !== undefined ? [value[step.name]] : [];
    case 'index':
      return Array.isArray(value) ? value.slice(step.index).slice(0, 1) : [];
    case 'all':
      return Array.isArray(value) ? value : isFields(value) ? Object.values(value) : [];
    case 'filter':
      return Array.isArray(value) ? value.filter((item) => holds(step, item)) : [];
  }
}

function holds({ path, operator, value }: Step & { kind: 'filter' }, item: unknown): boolean {
  return evaluateJsonPath(path, item).some((found) => found === value) === (operator === '==');
}

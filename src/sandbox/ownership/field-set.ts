/** @module Sets of fields, as managedFields record them: a tree of path elements. */
import { type Fields, fieldsOf, isFields } from '../values/fields.ts';

/**
 * Path elements are written as FieldsV1 writes them: `f:name` for a field, `k:{"name":"x"}` for an item of a keyed
 * list, `v:"x"` for an item of a set. `member` says that the element itself is in the set, not only what is below.
 */
export interface FieldSet {
  readonly member: boolean;
  readonly children: ReadonlyMap<string, FieldSet>;
}

export const EMPTY: FieldSet = { member: false, children: new Map() };
export const LEAF: FieldSet = { member: true, children: new Map() };

export function isEmpty({ member, children }: FieldSet): boolean {
  return !member && children.size === 0;
}

/** A set without empty branches. */
export function setOf(member: boolean, children: Iterable<readonly [string, FieldSet]>): FieldSet {
  const kept = new Map<string, FieldSet>();
  for (const [element, child] of children) if (!isEmpty(child)) kept.set(element, child);
  return { member, children: kept };
}

export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmpty(a)) return b;
  if (isEmpty(b)) return a;
  return setOf(a.member || b.member, eachChild(a, b, union));
}

/** What is in both. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmpty(a) || isEmpty(b)) return EMPTY;
  return setOf(a.member && b.member, eachChild(a, b, intersection));
}

/** What is in `a` but not in `b`. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmpty(b)) return a;
  return setOf(
    a.member && !b.member,
    [...a.children].map(
      ([element, child]) => [element, difference(child, b.children.get(element) ?? EMPTY)] as const,
    ),
  );
}

/** What is in `a` and neither in `b` nor below a member of `b`. */
export function differenceBelow(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmpty(b)) return a;
  return setOf(
    a.member && !b.member,
    [...a.children].flatMap(([element, child]) => {
      const other = b.children.get(element);
      if (other === undefined) return [[element, child] as const];
      return other.member ? [] : [[element, differenceBelow(child, other)] as const];
    }),
  );
}

/** Every member with its path. */
export function members(set: FieldSet, path: readonly string[] = []): readonly (readonly string[])[] {
  const below = [...set.children].flatMap(([element, child]) => members(child, [...path, element]));
  return set.member && path.length > 0 ? [path, ...below] : below;
}

/** As `fieldsV1`. */
export function toFieldsV1({ children }: FieldSet): Fields {
  const entries = [...children]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([element, child]) => [element, encodeChild(child)]);
  return Object.fromEntries(entries);
}

/** From `fieldsV1`; anything unreadable in it counts as nothing. */
export function fromFieldsV1(fields: unknown): FieldSet {
  const { '.': self, ...rest } = fieldsOf(fields);
  const children = Object.entries(rest).map(([element, inner]): readonly [string, FieldSet] => {
    const child = fromFieldsV1(inner);
    return [normal(element), isFields(inner) && Object.keys(inner).length === 0 ? LEAF : child];
  });
  return setOf(self !== undefined, children);
}

/** `.spec.containers[name="x"].image`: how conflicts name a field. */
export function formatPath(path: readonly string[]): string {
  return path.map(formatElement).join('');
}

/** The element of a keyed item. */
export function keyElement(key: Fields): string {
  const sorted = Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1));
  return `k:${JSON.stringify(Object.fromEntries(sorted))}`;
}

function encodeChild({ member, children }: FieldSet): Fields {
  if (children.size === 0) return {};
  const inner = toFieldsV1({ member, children });
  return member ? { '.': {}, ...inner } : inner;
}

function normal(element: string): string {
  return element.startsWith('k:') ? keyElement(fieldsOf(JSON.parse(element.slice(2)))) : element;
}

function* eachChild(
  a: FieldSet,
  b: FieldSet,
  combine: (a: FieldSet, b: FieldSet) => FieldSet,
): Generator<readonly [string, FieldSet]> {
  for (const element of new Set([...a.children.keys(), ...b.children.keys()])) {
    yield [element, combine(a.children.get(element) ?? EMPTY, b.children.get(element) ?? EMPTY)];
  }
}

function formatElement(element: string): string {
  const text = element.slice(2);
  switch (element[0]) {
    case 'f':
      return `.${text}`;
    case 'k': {
      const keys = Object.entries(fieldsOf(JSON.parse(text))).map(
        ([name, value]) => `${name}=${JSON.stringify(value)}`,
      );
      return `[${keys.join(',')}]`;
    }
    case 'v':
      return `[=${text}]`;
    default:
      return `[${text}]`;
  }
}

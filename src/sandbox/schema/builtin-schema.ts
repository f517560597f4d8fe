/** @module The field types of the built-in kinds, decoded from the generated table when first asked for. */
import { BUILTIN_TYPES } from './builtin-types.ts';
import { ANY, type FieldType, type ListType, type ScalarType, type StructType } from './field-type.ts';
import {
  APPLY_ONLY_LISTS,
  ATOMIC_MAPS,
  ATOMIC_STRUCTS,
  KEYED_LISTS,
  QUANTITIES,
  RETAINED_KEYS,
  SETS,
} from './list-rules.ts';

const SCALARS: Readonly<Record<string, ScalarType>> = {
  s: 'string',
  i: 'integer',
  n: 'number',
  b: 'boolean',
  y: 'bytes',
  t: 'time',
  m: 'microTime',
  x: 'intOrString',
};

const structs = new Map<string, StructType>();
let lines: ReadonlyMap<string, string> | undefined;

/** The type of that name (`Deployment`, `Events.Event`, `V2HorizontalPodAutoscaler`). Throws on an unknown one. */
export function builtinType(name: string): StructType {
  const known = structs.get(name);
  if (known !== undefined) return known;
  lines ??= readLines();
  const line = lines.get(name);
  if (line === undefined) throw new TypeError(`no built-in type ${name}`);
  const fields = new Map<string, FieldType>();
  const required = new Set<string>();
  const type: StructType = {
    kind: 'struct',
    name: name.replace(/^(V2|Events\.)/, ''),
    fields,
    required,
    open: false,
    atomic: ATOMIC_STRUCTS.has(name),
    retainKeys: RETAINED_KEYS.has(name),
  };
  structs.set(name, type);
  for (const [, field = '', mark, code = ''] of line.matchAll(/(\S+?)(!?)=(\S+)/g)) {
    if (mark === '!') required.add(field);
    fields.set(field, decode(code, `${name}.${field}`));
  }
  return type;
}

function readLines(): ReadonlyMap<string, string> {
  const entries = BUILTIN_TYPES.trim()
    .split('\n')
    .map((line): [string, string] => {
      const space = line.indexOf(' ');
      return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)];
    });
  return new Map(entries);
}

function decode(code: string, place: string): FieldType {
  const inner = code.slice(1, -1);
  if (code.startsWith('[')) return listType(decode(inner, place), place);
  if (code.startsWith('{')) {
    return { kind: 'map', values: decode(inner, place), atomic: ATOMIC_MAPS.has(place) };
  }
  if (code === 'o') return ANY;
  if (code === 's' && QUANTITIES.has(place)) return { kind: 'scalar', type: 'quantity' };
  const scalar = SCALARS[code];
  return scalar === undefined ? builtinType(code) : { kind: 'scalar', type: scalar };
}

function listType(items: FieldType, place: string): ListType {
  const keys = KEYED_LISTS[place];
  const list = keys !== undefined ? 'map' : SETS.has(place) ? 'set' : 'atomic';
  const type: ListType = { kind: 'list', items, list, keys: keys ?? [] };
  return list === 'atomic' || APPLY_ONLY_LISTS.has(place) ? type : { ...type, mergeKey: keys?.[0] ?? '' };
}

/** @module What the machinery knows of a kind's fields: enough to prune, merge and tell who owns what. */

/** Text, number or truth; `time`, `microTime` and `quantity` are text in a given form, `intOrString` either. */
export type ScalarType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'bytes'
  | 'time'
  | 'microTime'
  | 'quantity'
  | 'intOrString';

/** Named fields. */
export interface StructType {
  readonly kind: 'struct';
  /** The Go type's name for built-ins, as decoding errors give it; '' for custom resources. */
  readonly name: string;
  readonly fields: ReadonlyMap<string, FieldType>;
  readonly required: ReadonlySet<string>;
  /** Unknown fields stay (`x-kubernetes-preserve-unknown-fields`). */
  readonly open: boolean;
  /** One owner for the whole (`x-kubernetes-map-type: atomic`). */
  readonly atomic: boolean;
  /** Strategic merge drops the fields that the patch does not keep (`retainKeys`). */
  readonly retainKeys: boolean;
}

/** Any names, values of one type. */
export interface MapType {
  readonly kind: 'map';
  readonly values: FieldType;
  readonly atomic: boolean;
}

/** `set` and `map` lists are merged item by item, atomic ones as a whole. */
export interface ListType {
  readonly kind: 'list';
  readonly items: FieldType;
  readonly list: 'atomic' | 'set' | 'map';
  /** Fields that tell the items of a `map` list apart. */
  readonly keys: readonly string[];
  /** How strategic merge treats the list: by this key, as a set of scalars (''), or replaced (absent). */
  readonly mergeKey?: string;
}

export type FieldType =
  | { readonly kind: 'scalar'; readonly type: ScalarType }
  /** Arbitrary JSON. */
  | { readonly kind: 'any' }
  | StructType
  | MapType
  | ListType;

export const ANY: FieldType = { kind: 'any' };

/** The type of a field in a value of `type`; undefined where there can be none. */
export function fieldOf(type: FieldType, name: string): FieldType | undefined {
  switch (type.kind) {
    case 'struct':
      return type.fields.get(name) ?? (type.open ? ANY : undefined);
    case 'map':
      return type.values;
    case 'any':
      return ANY;
    case 'list':
    case 'scalar':
      return undefined;
  }
}

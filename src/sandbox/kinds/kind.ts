/** @module One served collection: names, where it is stored, what its fields are and what it demands of them. */
import type { Resource } from '../../kube/resource.ts';
import type { StructType } from '../schema/field-type.ts';
import type { Doc } from '../values/fields.ts';
import type { FieldError } from './field-error.ts';

/** Where a kind's scale subresource finds its numbers. */
export interface ScalePaths {
  readonly specReplicas: readonly string[];
  readonly statusReplicas: readonly string[];
  /** Absent where the kind has no selector. */
  readonly selector?: readonly string[];
}

/** A column of Table output. `priority` above 0 means wide output only. */
export interface Column {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format: string;
  readonly description: string;
  readonly priority: number;
  /** The cell of an object; null where it has none. */
  readonly cell: (doc: Doc, now: number) => unknown;
}

/** What a kind demands of its objects beyond the types of the fields. */
export interface KindRules {
  /** Loads what the checks need; to be awaited before the others are called. */
  readonly load?: () => Promise<void>;
  /** Fills in what the sender left out. Must not change what is given. */
  readonly defaults?: (doc: Doc) => Doc;
  /** What the server decides itself when an object is written through the main resource. */
  readonly admit?: (doc: Doc, previous: Doc | undefined, context: AdmissionContext) => Doc;
  readonly validate?: (doc: Doc, previous: Doc | undefined) => readonly FieldError[];
  readonly validateStatus?: (doc: Doc, previous: Doc) => readonly FieldError[];
}

/** What admission may look up. */
export interface AdmissionContext {
  readonly now: number;
  readonly clusterIPInUse: (address: string) => boolean;
}

export interface ServedKind extends Resource {
  readonly singular: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  /** The collection's name in the store; two versions of one kind share it. */
  readonly storeKey: string;
  readonly custom: boolean;
  /** Whether metadata.generation is kept. */
  readonly hasGeneration: boolean;
  readonly hasStatus: boolean;
  readonly scale?: ScalePaths;
  readonly type: StructType;
  readonly rules: KindRules;
  readonly columns: readonly Column[];
  /** Between the stored form and this version's; absent where they are the same. */
  readonly conversion?: { readonly fromStored: (doc: Doc) => Doc; readonly toStored: (doc: Doc) => Doc };
  /** For custom resources: fields beyond name and namespace that a fieldSelector may name. */
  readonly selectable?: readonly string[];
  /** For custom resources: the schema as published. */
  readonly openApiSchema?: Readonly<Record<string, unknown>>;
  /** Objects stored before this revision may lack what the present schema adds or drops. */
  readonly schemaRevision?: number;
}

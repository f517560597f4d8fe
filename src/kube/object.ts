/** @module The parts that every Kubernetes object has in common, as they appear in JSON. */

/** Who an object belongs to. Exactly one reference of an object may have `controller: true`. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** One entry of `metadata.managedFields`: which manager owns which fields. */
export interface ManagedFieldsEntry {
  readonly manager?: string;
  readonly operation?: 'Apply' | 'Update';
  readonly apiVersion?: string;
  readonly time?: string;
  readonly fieldsType?: 'FieldsV1';
  readonly fieldsV1?: Readonly<Record<string, unknown>>;
  readonly subresource?: string;
}

/** `metadata` of any object. Times are RFC 3339 text, as on the wire. */
export interface ObjectMeta {
  readonly name?: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string | null;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly OwnerReference[];
  readonly finalizers?: readonly string[];
  readonly managedFields?: readonly ManagedFieldsEntry[];
}

/** Any object of the API: what is known of it without knowing its kind. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
}

/** `metadata` of a list. `continue` is set while there are more pages. */
export interface ListMeta {
  readonly resourceVersion?: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/** One page of a list. Items of a typed list carry no apiVersion and kind on the wire; the client adds them. */
export interface KubeList<T extends KubeObject> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ListMeta;
  readonly items: readonly T[];
}

/** Namespace and name: what a workqueue key stands for. `namespace` is absent for cluster-scoped kinds. */
export interface ObjectKey {
  readonly namespace?: string;
  readonly name: string;
}

/** The key of an object. */
export function keyOf(object: KubeObject): ObjectKey {
  const { namespace, name = '' } = object.metadata;
  return namespace === undefined ? { name } : { namespace, name };
}

/** `namespace/name`, or `name` alone for cluster-scoped objects: client-go's MetaNamespaceKey. */
export function formatKey({ namespace, name }: ObjectKey): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** The reverse of {@link formatKey}. Throws a TypeError on text that is not a key. */
export function parseKey(text: string): ObjectKey {
  const parts = text.split('/');
  const [first = '', second] = parts;
  if (parts.length > 2 || first === '' || second === '') throw new TypeError(`not an object key: "${text}"`);
  return second === undefined ? { name: first } : { namespace: first, name: second };
}

/** The reference with `controller: true`, if the object has one. */
export function controllerOf(object: KubeObject): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find((reference) => reference.controller === true);
}

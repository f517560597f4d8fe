/** @module Names a collection of the API and gives the paths of its requests. */
import type { KubeObject } from './object.ts';

/** A served collection (`apps/v1 deployments`), typed by the objects in it. */
export interface Resource<T extends KubeObject = KubeObject> {
  /** '' for the core group. */
  readonly group: string;
  readonly version: string;
  /** Lower-case plural, as in URLs. */
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** Never present at run time: carries `T` for inference. */
  readonly _object?: T;
}

/** Where below a collection a request goes. Without `namespace`, all namespaces. */
export interface ResourceAddress {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
}

/** `v1` or `apps/v1`: what objects of the collection carry as apiVersion. */
export function apiVersionOf({ group, version }: Resource): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The path of a collection, of one object in it or of its subresource, segments percent-encoded. */
export function resourcePath(resource: Resource, { namespace, name, subresource }: ResourceAddress): string {
  const root =
    resource.group === '' ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
  const scope = resource.namespaced && namespace !== undefined ? ['namespaces', namespace] : [];
  const segments = [...scope, resource.plural, name, subresource].filter((segment) => segment !== undefined);
  return [root, ...segments.map(encodeURIComponent)].join('/');
}

/** `deployments.apps`, as error messages and RBAC name it. */
export function resourceName({ plural, group }: Resource): string {
  return group === '' ? plural : `${plural}.${group}`;
}

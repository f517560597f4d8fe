/** @module Everything served at this moment: the built-in kinds and those that definitions in the store add. */
import type { Resource } from '../../kube/resource.ts';
import { kindsOfDefinition } from '../crd/kinds-of-definition.ts';
import type { Store } from '../store/store.ts';
import { BUILT_IN_KINDS, builtInKind } from './built-in-kinds.ts';
import type { ServedKind } from './kind.ts';

/** How the store names the collection of definitions. */
export const DEFINITIONS_KEY = 'apiextensions.k8s.io/customresourcedefinitions';

/** Follows the definitions in the store, whoever writes them. */
export class Registry {
  readonly #store: Store;
  #readAt = -1;
  #custom: readonly ServedKind[] = [];
  readonly #known = new Map<string, { readonly revision: number; readonly kinds: readonly ServedKind[] }>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** The collection at that place in the API, if there is one. */
  find(resource: Pick<Resource, 'group' | 'version' | 'plural'>): ServedKind | undefined {
    return (
      builtInKind(resource) ??
      this.custom().find(
        ({ group, version, plural }) =>
          group === resource.group && version === resource.version && plural === resource.plural,
      )
    );
  }

  /** All collections, built-in ones first. */
  all(): readonly ServedKind[] {
    return [...BUILT_IN_KINDS, ...this.custom()];
  }

  /** The collections of definitions, the storage version of each among them. */
  custom(): readonly ServedKind[] {
    const last = this.#store.lastChange(DEFINITIONS_KEY);
    if (last !== this.#readAt) {
      this.#custom = this.#read();
      this.#readAt = last;
    }
    return this.#custom;
  }

  #read(): readonly ServedKind[] {
    const rows = this.#store.list({ resource: DEFINITIONS_KEY });
    return rows.flatMap((row) => {
      const known = this.#known.get(row.name);
      if (known?.revision === row.revision) return known.kinds;
      const kinds = kindsOfDefinition(this.#store.doc(row));
      this.#known.set(row.name, { revision: row.revision, kinds });
      return kinds;
    });
  }
}

/** @module DatabaseManagers of one namespace by name: the typed client for programs. */
import type {
  ApplyOptions,
  Client,
  DeleteOptions,
  ListOptions,
  Patch,
  RequestOptions,
  Selection,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from '../kube/client.ts';
import type { KubeList } from '../kube/object.ts';
import { type DatabaseManager, databaseManagers } from './database-manager.ts';

/** What selects within the one namespace. */
type Within<T> = Omit<T, 'namespace'>;

/** Every method rejects with a StatusError when the server refuses, with a ConnectionError when it does not answer. */
export interface DatabaseManagerClient {
  get(name: string, options?: RequestOptions): Promise<DatabaseManager>;
  /** One page. */
  list(options?: Within<ListOptions>): Promise<KubeList<DatabaseManager>>;
  /** Ends when the server ends it, as every watch does after a while. */
  watch(options?: Within<WatchOptions>): AsyncIterable<WatchEvent<DatabaseManager>>;
  /** Fails with AlreadyExists where the name is taken. */
  create(object: DatabaseManager, options?: WriteOptions): Promise<DatabaseManager>;
  /** Needs metadata.resourceVersion, and fails with Conflict when it is not the latest. Status stays as it is. */
  update(object: DatabaseManager, options?: WriteOptions): Promise<DatabaseManager>;
  /** As update, of the status alone. */
  updateStatus(object: DatabaseManager, options?: WriteOptions): Promise<DatabaseManager>;
  /** Server-side apply of the fields given. */
  apply(object: DatabaseManager, options?: ApplyOptions): Promise<DatabaseManager>;
  patch(name: string, patch: Patch, options?: WriteOptions): Promise<DatabaseManager>;
  delete(name: string, options?: DeleteOptions): Promise<void>;
  /** Deletes all that the selection is about; without one, all of the namespace. */
  deleteCollection(selection?: Within<Selection>, options?: DeleteOptions): Promise<void>;
}

/** The DatabaseManagers of `namespace`, whatever namespace an object names itself. */
export function databaseManagersIn(client: Client, namespace: string): DatabaseManagerClient {
  const here = (object: DatabaseManager): DatabaseManager => ({
    ...object,
    metadata: { ...object.metadata, namespace },
  });
  return {
    get: (name, options) => client.get(databaseManagers, { namespace, name }, options),
    list: (options) => client.list(databaseManagers, { ...options, namespace }),
    watch: (options) => client.watch(databaseManagers, { ...options, namespace }),
    create: (object, options) => client.create(databaseManagers, here(object), options),
    update: (object, options) => client.replace(databaseManagers, here(object), options),
    updateStatus: (object, options) =>
      client.replace(databaseManagers, here(object), { ...options, subresource: 'status' }),
    apply: (object, options) => client.apply(databaseManagers, here(object), options),
    patch: (name, patch, options) => client.patch(databaseManagers, { namespace, name }, patch, options),
    delete: (name, options) => client.delete(databaseManagers, { namespace, name }, options),
    deleteCollection: (selection, options) =>
      client.deleteCollection(databaseManagers, { ...selection, namespace }, options),
  };
}

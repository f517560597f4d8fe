/** @module What a client of the Kubernetes API offers: reading, writing, watching. */
import type { KubeList, KubeObject, ObjectKey } from './object.ts';
import type { Resource } from './resource.ts';

/** Which objects a list or watch is about. Absent `namespace` means all. */
export interface Selection {
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface ListOptions extends Selection, RequestOptions {
  /** At most so many items in the answer; more follow by `continue`. */
  readonly limit?: number | undefined;
  readonly continue?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan' | undefined;
}

export interface WatchOptions extends Selection, RequestOptions {
  readonly resourceVersion?: string | undefined;
  /** Default true. */
  readonly allowWatchBookmarks?: boolean | undefined;
  /** WatchList: the watch begins with the present objects, then a bookmark annotated `k8s.io/initial-events-end`. */
  readonly sendInitialEvents?: boolean | undefined;
  readonly resourceVersionMatch?: 'NotOlderThan' | undefined;
  /** The server ends the watch after so many seconds. */
  readonly timeoutSeconds?: number | undefined;
  /** The client ends the watch with a ConnectionError after so long a silence; bookmarks come about every minute. */
  readonly inactivityMs?: number | undefined;
  /** The server has accepted the watch. Must not throw. */
  readonly onOpen?: (() => void) | undefined;
}

export type WatchEvent<T extends KubeObject> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  | { readonly type: 'BOOKMARK'; readonly object: KubeObject };

export interface WriteOptions extends RequestOptions {
  /** Who the written fields belong to. Default `dbm`. */
  readonly fieldManager?: string | undefined;
  /** Everything but the storing: validation, defaults, admission. */
  readonly dryRun?: boolean | undefined;
  /** What becomes of unknown fields; the server's default is `Ignore` before 1.27, `Warn` after. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict' | undefined;
  readonly subresource?: string | undefined;
}

export interface ApplyOptions extends WriteOptions {
  /** Takes over fields that other managers own. Default false: then it fails with a Conflict. */
  readonly force?: boolean | undefined;
}

export interface DeleteOptions extends RequestOptions {
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string } | undefined;
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan' | undefined;
  readonly gracePeriodSeconds?: number | undefined;
  readonly dryRun?: boolean | undefined;
}

/** A patch by its content type. Custom resources take `json` and `merge`; server-side apply has its own method. */
export type Patch =
  | { readonly type: 'json'; readonly body: readonly JsonPatchOperation[] }
  | { readonly type: 'merge'; readonly body: unknown };

export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'test';
  readonly path: string;
  readonly value?: unknown;
}

/**
 * Reads objects. Every method rejects with a StatusError when the server refuses and with a ConnectionError
 * when there is no answer in time.
 */
export interface Reader {
  get<T extends KubeObject>(resource: Resource<T>, key: ObjectKey, options?: RequestOptions): Promise<T>;
  /** One page. */
  list<T extends KubeObject>(resource: Resource<T>, options?: ListOptions): Promise<KubeList<T>>;
}

/** Changes objects. Each method resolves to the object as the server stored it. Rejects as {@link Reader} does. */
export interface Writer {
  /** POST: fails with AlreadyExists, never takes over. The namespace comes from the object. */
  create<T extends KubeObject>(resource: Resource<T>, object: T, options?: WriteOptions): Promise<T>;
  /** PUT: needs metadata.resourceVersion, fails with Conflict when the stored one differs. */
  replace<T extends KubeObject>(resource: Resource<T>, object: T, options?: WriteOptions): Promise<T>;
  /** Server-side apply: only the fields given, owned by fieldManager. Creates what is missing. */
  apply<T extends KubeObject>(resource: Resource<T>, object: T, options?: ApplyOptions): Promise<T>;
  patch<T extends KubeObject>(
    resource: Resource<T>,
    key: ObjectKey,
    patch: Patch,
    options?: WriteOptions,
  ): Promise<T>;
  /** Resolves once the server accepted; with finalizers or grace the object is gone only later. */
  delete(resource: Resource, key: ObjectKey, options?: DeleteOptions): Promise<void>;
  /**
   * Deletes all that the selection is about: with a namespace alone, all in it. Of namespaced kinds servers delete
   * within one namespace only, and answer 405 without.
   */
  deleteCollection(resource: Resource, selection: Selection, options?: DeleteOptions): Promise<void>;
}

/** Follows changes. */
export interface Watcher {
  /**
   * Yields until the server ends the watch (then returns) or something breaks (then throws): StatusError for a
   * refusal or an ERROR event (410 Expired among them), ConnectionError for a broken or unreadable stream.
   */
  watch<T extends KubeObject>(resource: Resource<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>>;
}

export interface Client extends Reader, Writer, Watcher {
  /** The server as people know it, for messages. */
  readonly server: string;
  /** A GET of any other path (`/version`, discovery, Table output), decoded from JSON. */
  raw(path: string, options?: RequestOptions & { readonly accept?: string | undefined }): Promise<unknown>;
  /** Ends idle connections, so that the process can exit. Safe to call twice. */
  close(): Promise<void>;
}

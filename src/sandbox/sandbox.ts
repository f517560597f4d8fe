/** @module The embedded Kubernetes API server: requests in, responses out, one database file behind it. */
import { type Clock, systemClock } from '../kube/clock.ts';
import { StatusError } from '../kube/status-error.ts';
import type { Transport, WireRequest, WireResponse } from '../kube/transport.ts';
import { builtInControllers } from './controllers/built-in.ts';
import { definitionCleanup } from './crd/definition-cleanup.ts';
import type { Faults } from './faults.ts';
import { Registry } from './kinds/registry.ts';
import { advance, type Backend } from './requests/backend.ts';
import type { Answer } from './requests/call.ts';
import { refusal } from './requests/refusals.ts';
import { answerError } from './requests/respond.ts';
import { route } from './requests/router.ts';
import { Wakeups } from './requests/wakeups.ts';
import { Store } from './store/store.ts';
import { Timers } from './store/timers.ts';
import { createFirstNamespaces } from './world/first-namespaces.ts';
import type { SimulatedController } from './world.ts';

export interface SandboxOptions {
  /** The database; several processes may have it open. `:memory:` for one that ends with the sandbox. */
  readonly file: string;
  readonly clock?: Clock;
  /** Default: those that imitate Kubernetes' own. */
  readonly controllers?: readonly SimulatedController[];
  readonly faults?: Faults;
  /** How many revisions stay readable for watches and paged lists. Default 10,000. */
  readonly history?: number;
}

/** Lives until closed; a closed one refuses requests and ends its watches. */
export interface Sandbox {
  /** Never rejects but with the request's own abort reason, or a fault that was asked for. */
  handle(request: WireRequest): Promise<WireResponse>;
  /** The same as a transport for the REST client; closing it leaves the sandbox open. */
  transport(): Transport;
  close(): Promise<void>;
}

const DEFAULT_HISTORY = 10_000;

/** Opens the database and makes sure of the first namespaces. Throws a DatabaseFormatError on a foreign file. */
export function openSandbox(options: SandboxOptions): Sandbox {
  const {
    file,
    clock = systemClock,
    controllers = builtInControllers,
    faults,
    history = DEFAULT_HISTORY,
  } = options;
  const store = new Store(file);
  const timers = new Timers(store);
  const wakeups: Wakeups = new Wakeups({
    clock,
    version: () => store.dataVersion(),
    advance: () => advance(backend),
  });
  const backend: Backend = {
    store,
    timers,
    clock,
    controllers: [...controllers, definitionCleanup],
    wakeups,
    registry: new Registry(store),
    history: { revisions: history },
  };
  createFirstNamespaces(backend);
  const closing = new AbortController();
  const answer = (request: WireRequest) =>
    serve(backend, { ...request, signal: joined(request.signal, closing.signal) });
  const handle = (request: WireRequest) =>
    faults === undefined ? answer(request) : faults(request, () => answer(request));
  return {
    handle,
    transport: () => ({ server: 'sandbox', send: handle, close: async () => {} }),
    close: async () => {
      closing.abort(new Error('the sandbox was closed'));
      store.close();
    },
  };
}

function joined(signal: AbortSignal | undefined, closing: AbortSignal): AbortSignal {
  return signal === undefined ? closing : AbortSignal.any([signal, closing]);
}

async function serve(backend: Backend, request: WireRequest): Promise<WireResponse> {
  request.signal?.throwIfAborted();
  try {
    advance(backend);
    return toResponse(await route(backend, request));
  } catch (error) {
    if (error instanceof StatusError) return toResponse(answerError(error));
    const why = error instanceof Error ? error.message : String(error);
    return toResponse(answerError(refusal(500, 'InternalError', `Internal error occurred: ${why}`)));
  }
}

function toResponse({ status, headers = {}, body }: Answer): WireResponse {
  const text = typeof body === 'string' ? oneChunk(body) : body;
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: text };
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

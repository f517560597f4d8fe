/** @module A transport that answers from a script, for what no real server does on demand. */
import type { Transport, WireRequest, WireResponse } from '../../../src/kube/transport.ts';

export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or text and chunks as they are. */
  readonly body?: unknown;
  readonly chunks?: AsyncIterable<Uint8Array>;
}

export type Step = Scripted | Error | ((request: WireRequest) => Promise<Scripted>);

export interface ScriptedTransport extends Transport {
  readonly sent: readonly WireRequest[];
}

/** Each request takes the next step; the last one stays. */
export function scripted(...steps: readonly Step[]): ScriptedTransport {
  const sent: WireRequest[] = [];
  return {
    server: 'https://scripted',
    sent,
    send: async (request) => {
      sent.push(request);
      const step = steps[Math.min(sent.length, steps.length) - 1];
      if (step === undefined) throw new Error('nothing scripted');
      if (step instanceof Error) throw step;
      return answer(typeof step === 'function' ? await step(request) : step);
    },
    close: async () => {},
  };
}

/** Waits for the signal and fails with its reason. */
export function silence({ signal }: WireRequest): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Text as one chunk per argument; then `after`. */
export async function* bytes(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}

function answer({ status = 200, headers = {}, body = {}, chunks }: Scripted): WireResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: chunks ?? bytes(text) };
}

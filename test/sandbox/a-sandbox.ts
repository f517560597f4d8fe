/** @module A sandbox for one test, and JSON requests to it. */
import type { TestContext } from 'node:test';
import type { WireRequest } from '../../src/kube/transport.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/sandbox.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: answers are read by paths that only the test knows
  readonly body: any;
}

export type Ask = (
  method: WireRequest['method'],
  path: string,
  body?: unknown,
  type?: string,
) => Promise<Reply>;

/** Open until the test ends. */
export function aSandbox(
  t: TestContext,
  options: Partial<SandboxOptions> = {},
): { sandbox: Sandbox; ask: Ask } {
  const sandbox = openSandbox({ file: ':memory:', ...options });
  t.after(() => sandbox.close());
  return { sandbox, ask: asking(sandbox) };
}

export function asking(sandbox: Sandbox): Ask {
  return async (method, path, body, type = 'application/json') => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await sandbox.handle({ method, path, headers: { 'content-type': type }, ...sent });
    return {
      status: response.status,
      headers: response.headers,
      body: JSON.parse(await textOf(response.body)),
    };
  };
}

/** The events of a watch, one by one. */
export async function* eventsOf(sandbox: Sandbox, path: string): AsyncGenerator<Reply['body']> {
  const { body } = await sandbox.handle({ method: 'GET', path });
  for await (const chunk of body) {
    for (const line of new TextDecoder().decode(chunk).split('\n')) if (line !== '') yield JSON.parse(line);
  }
}

/** A ConfigMap in `default`. */
export function aConfigMap(name: string, data: Readonly<Record<string, string>> = {}) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data };
}

export const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

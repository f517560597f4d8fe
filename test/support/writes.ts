/** @module What an API server was asked to write, by its own account: the audit log, or else its metrics. */
import { readFile } from 'node:fs/promises';
import type { TestServer } from './server.ts';

/** Begins to count; the returned function tells every write since then (`patch deployments/status`), but for Leases. */
export async function countWrites(server: TestServer): Promise<() => Promise<readonly string[]>> {
  const path = process.env.DBM_TEST_AUDIT_LOG;
  return path === undefined ? countByMetrics(server) : countByAudit(path);
}

interface AuditEvent {
  readonly verb: string;
  readonly user: { readonly username: string };
  readonly objectRef?: { readonly resource?: string; readonly subresource?: string; readonly name?: string };
}

const writing = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);

async function countByAudit(path: string): Promise<() => Promise<readonly string[]>> {
  const start = (await readFile(path)).length;
  return async () => {
    const lines = (await readFile(path)).subarray(start).toString().split('\n');
    return lines
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as AuditEvent)
      .filter(({ verb, user }) => user.username === 'dbm' && writing.has(verb))
      .filter(({ objectRef }) => objectRef?.resource !== 'leases')
      .map(({ verb, objectRef }) => [
        `${verb} ${objectRef?.resource}`,
        objectRef?.subresource,
        objectRef?.name,
      ])
      .map((parts) => parts.filter((part) => part !== undefined).join('/'));
  };
}

/** Everybody's writes of the kinds that dbm writes: true for a cluster where nothing else happens. */
async function countByMetrics({ api }: TestServer): Promise<() => Promise<readonly string[]>> {
  const kinds = [
    'databasemanagers',
    'deployments',
    'services',
    'secrets',
    'configmaps',
    'persistentvolumeclaims',
    'events',
  ];
  const read = async () => {
    const { body } = await api.get('/metrics', { accept: 'text/plain' });
    const counts = new Map<string, number>();
    for (const line of String(body).split('\n')) {
      const [, labels, value] = /^apiserver_request_total\{(.*)\} (\S+)$/.exec(line) ?? [];
      const label = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(labels ?? '')?.[1] ?? '';
      if (
        !['POST', 'PUT', 'PATCH', 'APPLY', 'DELETE'].includes(label('verb')) ||
        !kinds.includes(label('resource'))
      )
        continue;
      const key = `${label('verb').toLowerCase()} ${label('resource')}/${label('subresource')}`;
      counts.set(key, (counts.get(key) ?? 0) + Number(value));
    }
    return counts;
  };
  const before = await read();
  return async () => {
    const after = await read();
    return [...after].flatMap(([key, count]) => Array<string>(count - (before.get(key) ?? 0)).fill(key));
  };
}

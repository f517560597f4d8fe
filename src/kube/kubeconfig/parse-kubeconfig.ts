/** @module One kubeconfig file: text to entries, relative paths resolved against the file's folder. */
import { dirname, resolve } from 'node:path';
import { parseYamlDocuments, YamlError } from '../yaml.ts';
import { parsePem, present } from './entry-values.ts';
import { Fields } from './fields.ts';
import type { ClusterEntry, ContextEntry, Kubeconfig } from './kubeconfig.ts';
import { KubeconfigError } from './kubeconfig-error.ts';
import { parseUser } from './parse-user.ts';

const EXEC_EXTENSION = 'client.authentication.k8s.io/exec';

/**
 * The entries of a kubeconfig file. An empty text is an empty kubeconfig. Rejects with a KubeconfigError that
 * names the file and the place, and holds no value of the file.
 */
export async function parseKubeconfig(text: string, file: string): Promise<Kubeconfig> {
  const root = new Fields(await decode(text, file), `${file}: `);
  const kind = root.text('kind');
  if (kind !== undefined && kind !== 'Config') {
    throw new KubeconfigError(`${file} is no kubeconfig: its kind is "${kind}", not "Config"`);
  }
  const folder = dirname(resolve(file));
  const currentContext = root.text('current-context');
  return {
    files: [file],
    ...(currentContext !== undefined && { currentContext }),
    contexts: byName(root.children('contexts'), (entry) => parseContext(entry.child('context'))),
    clusters: byName(root.children('clusters'), (entry) => parseCluster(entry.child('cluster'), folder)),
    users: byName(root.children('users'), (entry) => parseUser(entry.child('user'), folder)),
  };
}

/** Only the first document counts, as for kubectl. */
async function decode(text: string, file: string): Promise<unknown> {
  try {
    return (await parseYamlDocuments(text))[0];
  } catch (error) {
    if (error instanceof YamlError) throw new KubeconfigError(`${file} is not valid YAML: ${error.message}`);
    throw error;
  }
}

function byName<T>(entries: readonly Fields[], parse: (entry: Fields) => T): ReadonlyMap<string, T> {
  const result = new Map<string, T>();
  for (const entry of entries) {
    const name = entry.text('name') ?? '';
    if (result.has(name)) throw new KubeconfigError(`${entry.at}: the name "${name}" is there twice`);
    result.set(name, parse(entry));
  }
  return result;
}

function parseContext(fields: Fields): ContextEntry {
  return present({
    cluster: fields.text('cluster'),
    user: fields.text('user'),
    namespace: fields.text('namespace'),
  });
}

function parseCluster(fields: Fields, folder: string): ClusterEntry {
  const extension = fields.children('extensions').find((entry) => entry.text('name') === EXEC_EXTENSION);
  return present({
    server: fields.text('server'),
    ca: parsePem(fields, 'certificate-authority', folder),
    insecureSkipTlsVerify: fields.flag('insecure-skip-tls-verify'),
    tlsServerName: fields.text('tls-server-name'),
    proxyUrl: fields.text('proxy-url'),
    execConfig: extension?.raw('extension'),
  });
}

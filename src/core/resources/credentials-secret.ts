/** @module The Secret with an instance's passwords and connection facts, by the Service Binding convention. */
import type { Secret } from '../../kube/resources.ts';
import type { Instance } from '../instance.ts';
import type { SecretSource } from '../secret-source.ts';
import { keptMetadata } from './metadata.ts';

/** Key of the administrator's password in the credentials Secret. */
export const ROOT_PASSWORD_KEY = 'root-password';

/** Key of the password that belongs to `username`. */
export const PASSWORD_KEY = 'password';

const SECRET_KEYS = new Set([ROOT_PASSWORD_KEY, PASSWORD_KEY, 'uri']);

/** What the Secret is made from, besides the instance. */
export interface CredentialsSources {
  /** The Secret as it is. Passwords, user name and database found in it stay for ever. */
  readonly live?: Secret | undefined;
  /** The administrator's password, when the user keeps it in a Secret of his own. */
  readonly rootPassword?: string | undefined;
  readonly secrets: SecretSource;
}

/** Generates what is missing; host, port and uri follow the spec. */
export function credentialsSecretFor(instance: Instance, sources: CredentialsSources): Secret {
  const { engine, names } = instance;
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: keptMetadata(instance, names.credentials),
    // The type of a Secret can never change: one that was made otherwise keeps its own.
    type: sources.live?.type ?? `servicebinding.io/${engine.dbtype}`,
    data: encode(entriesFor(instance, sources)),
  };
}

/** A text value of a Secret, undefined when the key is absent or empty. */
export function secretText(secret: Secret | undefined, key: string): string | undefined {
  const value = secret?.data?.[key];
  return value === undefined || value === '' ? undefined : Buffer.from(value, 'base64').toString('utf8');
}

/** What everybody may know: the entries without passwords. */
export function publicEntries({ data = {} }: Secret): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !SECRET_KEYS.has(key)));
}

function entriesFor(
  instance: Instance,
  { live, rootPassword, secrets }: CredentialsSources,
): Record<string, string> {
  const { engine, host, port, spec } = instance;
  const existing = (key: string) => secretText(live, key);
  const username = existing('username') ?? spec.username ?? engine.rootUser;
  const isRoot = engine.singleUser || username === engine.rootUser;
  const known = rootPassword ?? existing(ROOT_PASSWORD_KEY) ?? (isRoot ? existing(PASSWORD_KEY) : undefined);
  const root = known ?? secrets.password();
  const password = isRoot ? root : (existing(PASSWORD_KEY) ?? secrets.password());
  const database = existing('database') ?? spec.database ?? (engine.singleUser ? username : undefined);
  return {
    type: engine.dbtype,
    provider: 'dbm',
    host,
    port: String(port),
    username,
    [PASSWORD_KEY]: password,
    ...(database === undefined ? {} : { database }),
    uri: `${engine.protocol}://${username}:${encodeURIComponent(password)}@${host}:${port}/${database ?? ''}`,
    [ROOT_PASSWORD_KEY]: root,
  };
}

function encode(entries: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entries).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
  );
}

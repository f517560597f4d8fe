/** @module `dbm create mysql orders --replicas 2` as a DatabaseManager. */
import { readFile } from 'node:fs/promises';
import { API_VERSION, type DatabaseManager, KIND } from '../../api/database-manager.ts';
import type { DbType } from '../../api/defaults.ts';
import { engineOf, engines } from '../../core/engines/catalogue.ts';
import { UsageError } from '../errors/cli-error.ts';
import type { SpecFlags } from '../flags/spec.ts';
import { didYouMean } from '../suggest.ts';

/** What the arguments of `create` name. */
export interface CreateRequest {
  readonly dbtype: string;
  /** The database type when absent. */
  readonly name: string | undefined;
  readonly namespace: string;
  readonly flags: SpecFlags;
}

/**
 * The object that the arguments describe, with the current long-term version written out: the API's own default
 * never moves on. Rejects with a UsageError for an unknown type or a malformed flag. Not validated yet.
 */
export async function objectFromFlags(request: CreateRequest): Promise<DatabaseManager> {
  const { name = request.dbtype, namespace, flags } = request;
  const dbtype = toDbType(request.dbtype);
  const config = flags['config-file'] === undefined ? undefined : await readConfig(flags['config-file']);
  return withoutAbsent({
    apiVersion: API_VERSION,
    kind: KIND,
    metadata: { name, namespace },
    spec: {
      dbtype,
      version: flags['db-version'] ?? versionIn(flags.image) ?? engineOf(dbtype).currentLts,
      replicas: flags.replicas ?? 1,
      deploymentName: flags['deployment-name'],
      image: flags.image,
      database: flags.database,
      username: flags.username,
      rootPasswordSecretRef: secretReference(flags['root-password-secret']),
      resources: resourcesFrom(flags),
      service: serviceFrom(flags),
      storage: storageFrom(flags),
      deletionPolicy: flags['deletion-policy'],
      config,
    },
  });
}

function toDbType(text: string): DbType {
  const known = Object.values(engines).map(({ dbtype }) => dbtype);
  const found = known.find((dbtype) => dbtype === text);
  if (found !== undefined) return found;
  const hint = didYouMean(text, known);
  const example = hint === '' ? `, as in "dbm create mysql ${text}"` : hint;
  throw new UsageError(`"${text}" is not a database type: use ${known.join(', ')}${example}`);
}

/** The version that an image's tag tells: `8.4.3` of `registry.example/mysql:8.4.3`. */
function versionIn(image: string | undefined): string | undefined {
  return /:(\d+(?:\.\d+)*(?:-[A-Za-z0-9._-]+)?)$/.exec(image ?? '')?.[1];
}

function secretReference(text: string | undefined) {
  if (text === undefined) return undefined;
  const [name = '', key = '', ...more] = text.split('/');
  if (name !== '' && key !== '' && more.length === 0) return { name, key };
  // Not what was given: somebody may have taken it for the password itself.
  throw new UsageError(`--root-password-secret must be NAME/KEY, such as my-secret/password`);
}

function resourcesFrom({ cpu, memory }: SpecFlags) {
  if (cpu === undefined && memory === undefined) return undefined;
  return { requests: { cpu, memory }, limits: memory === undefined ? undefined : { memory } };
}

function serviceFrom({ 'service-type': type, port }: SpecFlags) {
  return type === undefined && port === undefined ? undefined : { type, port };
}

function storageFrom({ storage: size, 'storage-class': storageClassName }: SpecFlags) {
  if (size !== undefined) return { size, storageClassName };
  if (storageClassName === undefined) return undefined;
  throw new UsageError('--storage-class needs --storage: how large the volume is to be');
}

async function readConfig(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new UsageError(`--config-file ${path} cannot be read (${code})`, {
      reason: 'Unreadable',
      cause: error,
    });
  }
}

/** Properties that are undefined are left out, at every depth, as JSON has no place for them. */
function withoutAbsent(value: object): DatabaseManager {
  return JSON.parse(JSON.stringify(value)) as DatabaseManager;
}

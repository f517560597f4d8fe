/** @module Puts the DatabaseManager CRD on a server and waits until it can be used. */
import { databaseManagerCrd } from '../api/crd.ts';
import { databaseManagers } from '../api/database-manager.ts';
import { withoutValidationRules } from '../api/without-validation-rules.ts';
import type { Client } from '../kube/client.ts';
import type { Clock } from '../kube/clock.ts';
import { type CustomResourceDefinition, customResourceDefinitions } from '../kube/resources.ts';
import { isAlreadyExists, isConflict, isNotFound } from '../kube/status-error.ts';
import { NotConvergedError } from './errors/cli-error.ts';

/** What became of the CRD, and how the server has it now. */
export interface InstalledCrd {
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly crd: CustomResourceDefinition;
}

export interface InstallOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** How long to wait until it is served, in milliseconds. */
  readonly timeoutMs: number;
}

/** Several installers at once get in each other's way no more often than this. */
const ATTEMPTS = 5;
const POLL_MS = 100;

/**
 * Applies the CRD, whatever was there before, and resolves once it is established and its objects can be listed.
 * Rejects with a NotConvergedError when that takes longer than `timeoutMs`.
 */
export async function installCrd(client: Client, options: InstallOptions): Promise<InstalledCrd> {
  const { signal } = options;
  const crd = await crdFor(client, signal);
  const before = await stored(client, signal);
  const after = await applied(client, crd, signal);
  const established = await untilServed(client, options);
  const isSame = before?.metadata.resourceVersion === after.metadata.resourceVersion;
  const outcome = before === undefined ? 'created' : isSame ? 'unchanged' : 'updated';
  return { outcome, crd: established };
}

/** Servers before 1.25 do not know validation rules, and refuse a server-side apply of a CRD that has them. */
async function crdFor(client: Client, signal: AbortSignal): Promise<CustomResourceDefinition> {
  const { major, minor } = (await client.raw('/version', { signal })) as { major: string; minor: string };
  // Some vendors write `27+`.
  const knowsRules = Number.parseInt(major, 10) > 1 || Number.parseInt(minor, 10) >= 25;
  return knowsRules ? databaseManagerCrd() : withoutValidationRules(databaseManagerCrd());
}

async function stored(client: Client, signal: AbortSignal): Promise<CustomResourceDefinition | undefined> {
  const { name = '' } = databaseManagerCrd().metadata;
  try {
    return await client.get(customResourceDefinitions, { name }, { signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function applied(
  client: Client,
  crd: CustomResourceDefinition,
  signal: AbortSignal,
): Promise<CustomResourceDefinition> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await client.apply(customResourceDefinitions, crd, { force: true, signal });
    } catch (error) {
      const isRace = isConflict(error) || isAlreadyExists(error);
      if (!isRace || attempt === ATTEMPTS) throw error;
    }
  }
}

async function untilServed(
  client: Client,
  { clock, signal, timeoutMs }: InstallOptions,
): Promise<CustomResourceDefinition> {
  const deadline = clock.monotonic() + timeoutMs;
  for (;;) {
    const crd = await stored(client, signal);
    if (crd !== undefined && isEstablished(crd) && (await isServed(client, signal))) return crd;
    if (clock.monotonic() >= deadline) {
      const seconds = Math.round(timeoutMs / 1000);
      throw new NotConvergedError(`the CRD is stored but was not served within ${seconds}s: try again later`);
    }
    await clock.sleep(POLL_MS, signal);
  }
}

function isEstablished({ status }: CustomResourceDefinition): boolean {
  const conditions = status?.conditions ?? [];
  return conditions.some((condition) => condition.type === 'Established' && condition.status === 'True');
}

/** Established comes a little before the first request is answered. */
async function isServed(client: Client, signal: AbortSignal): Promise<boolean> {
  try {
    await client.list(databaseManagers, { limit: 1, signal });
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

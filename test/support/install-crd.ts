/** @module Puts the DatabaseManager resource on a server, so that instances can be made at once. */
import { setTimeout as delay } from 'node:timers/promises';
import { databaseManagerCrd } from '../../src/api/crd.ts';
import { databaseManagers } from '../../src/api/database-manager.ts';
import type { Client } from '../../src/kube/client.ts';
import { customResourceDefinitions } from '../../src/kube/resources.ts';
import { isAlreadyExists, isNotFound } from '../../src/kube/status-error.ts';

/** A server that has it already is fine; resolves once it is served. */
export async function installCrd(client: Client): Promise<void> {
  try {
    await client.create(customResourceDefinitions, databaseManagerCrd());
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
  for (;;) {
    try {
      await client.list(databaseManagers, { namespace: 'default', limit: 1 });
      return;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await delay(20);
    }
  }
}

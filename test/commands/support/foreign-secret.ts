/** @module Somebody else's Secret where an instance's own would go, so that the instance can only stall. */
import { secrets } from '../../../src/kube/resources.ts';
import type { Home } from './dbm.ts';

/** Takes the name of the credentials of the instance `name`. */
export async function foreignSecretFor(home: Home, name: string): Promise<void> {
  await home.sandbox((client) =>
    client.create(secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: `${name}-credentials`, namespace: 'default' },
      stringData: { 'of-somebody': 'else' },
    }),
  );
}

/** @module The namespaces that every cluster has from its first moment. */
import { namespaces } from '../../kube/resources.ts';
import { type Backend, write } from '../requests/backend.ts';
import { StoredWorld } from './stored-world.ts';

const FIRST = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** Does nothing when they are there. */
export function createFirstNamespaces(backend: Backend): void {
  if (backend.store.state().revision > 0) return;
  write(backend, (transaction) => {
    const world = new StoredWorld(transaction, backend.timers, backend.clock.now());
    for (const name of FIRST) {
      if (world.get(namespaces, { name }) !== undefined) continue;
      world.create(namespaces, {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
        spec: { finalizers: ['kubernetes'] },
        status: { phase: 'Active' },
      });
    }
  });
}

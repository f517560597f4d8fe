/** @module Gives every namespace its `default` service account and the cluster's CA in `kube-root-ca.crt`. */
import { keyOf } from '../../kube/object.ts';
import { configMaps, namespaces } from '../../kube/resources.ts';
import type { Change, SimulatedController, World } from '../world.ts';
import { serviceAccounts } from './kinds.ts';

const ACCOUNT = 'default';
const ROOT_CA = 'kube-root-ca.crt';

export const serviceAccountController: SimulatedController = {
  name: 'service-account',
  concerns,
  reconcile,
};

function concerns({ type, resource, object }: Change): readonly string[] {
  const { name = '', namespace = '' } = keyOf(object);
  if (resource.plural === 'namespaces') return type === 'ADDED' ? [name] : [];
  const ours =
    (resource.plural === 'serviceaccounts' && name === ACCOUNT) ||
    (resource.plural === 'configmaps' && name === ROOT_CA);
  return ours && type === 'DELETED' ? [namespace] : [];
}

function reconcile(world: World, namespace: string): void {
  const owner = world.get(namespaces, { name: namespace });
  if (owner === undefined || owner.metadata.deletionTimestamp !== undefined) return;
  if (world.get(serviceAccounts, { namespace, name: ACCOUNT }) === undefined) {
    world.create(serviceAccounts, {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { namespace, name: ACCOUNT },
    });
  }
  if (world.get(configMaps, { namespace, name: ROOT_CA }) === undefined) {
    world.create(configMaps, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace, name: ROOT_CA },
      data: { 'ca.crt': '' },
    });
  }
}

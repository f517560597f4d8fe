/** @module Makes a volume for every claim whose class can, binds the two, and frees them again. */
import { formatKey, keyOf, parseKey } from '../../kube/object.ts';
import { type PersistentVolumeClaim, persistentVolumeClaims } from '../../kube/resources.ts';
import type { Change, SimulatedController, World } from '../world.ts';
import { note } from './events.ts';
import { type PersistentVolume, persistentVolumes, type StorageClass } from './kinds.ts';
import { NODE_NAME } from './node.ts';
import { claimsOf } from './pod/claims.ts';
import { podsWithClaim } from './pod-indexes.ts';
import { retryDelay } from './retry-delay.ts';
import { millisecondsOf } from './times.ts';
import { bindingMode, classOf, PROVISIONER, SELECTED_NODE } from './volume-class.ts';

const NAME = 'volume-binding';
const PROTECTION = 'kubernetes.io/pvc-protection';
const RETRY_MS = 5_000;

export const volumeBinding: SimulatedController = { name: NAME, concerns, reconcile };

function concerns({ type, resource, object, previous }: Change): readonly string[] {
  if (resource.plural === 'persistentvolumeclaims') return [formatKey(keyOf(object))];
  if (resource.plural !== 'pods' || type !== 'DELETED') return [];
  const { namespace = '' } = object.metadata;
  return claimsOf({ ...previous, ...object }).map((name) => formatKey({ namespace, name }));
}

function reconcile(world: World, key: string): void {
  const claim = world.get(persistentVolumeClaims, parseKey(key));
  if (claim === undefined) return;
  if (claim.metadata.deletionTimestamp !== undefined) release(world, claim);
  else if (claim.status?.phase === 'Bound') resize(world, claim);
  else bind(world, protect(world, claim));
}

function protect(world: World, claim: PersistentVolumeClaim): PersistentVolumeClaim {
  const { finalizers = [] } = claim.metadata;
  if (finalizers.includes(PROTECTION)) return claim;
  const metadata = { ...claim.metadata, finalizers: [...finalizers, PROTECTION] };
  return world.update(persistentVolumeClaims, { ...claim, metadata });
}

function bind(world: World, claim: PersistentVolumeClaim): void {
  const storage = classOf(world, claim);
  const key = formatKey(keyOf(claim));
  if (claim.status?.phase === undefined) {
    world.update(persistentVolumeClaims, { ...claim, status: { ...claim.status, phase: 'Pending' } });
  }
  if (storage === undefined || storage.provisioner !== PROVISIONER) {
    notBound(world, claim, storage);
    const since = world.now - millisecondsOf(claim.metadata.creationTimestamp);
    world.wakeAt(world.now + retryDelay(since, RETRY_MS), NAME, key);
    return;
  }
  const selected = claim.metadata.annotations?.[SELECTED_NODE] !== undefined;
  if (bindingMode(world, claim) === 'WaitForFirstConsumer' && !selected) {
    tell(world, claim, {
      reason: 'WaitForFirstConsumer',
      message: 'waiting for first consumer to be created before binding',
    });
    return;
  }
  provision(world, claim, storage);
}

function notBound(world: World, claim: PersistentVolumeClaim, storage: StorageClass | undefined): void {
  const name = claim.spec?.storageClassName ?? '';
  if (storage !== undefined) {
    const message = `waiting for a volume to be created by the external provisioner "${storage.provisioner}"`;
    tell(world, claim, { reason: 'ExternalProvisioning', message });
  } else if (name === '') {
    const message = 'no persistent volumes available for this claim and no storage class is set';
    tell(world, claim, { reason: 'FailedBinding', message });
  } else {
    const message = `storageclass.storage.k8s.io "${name}" not found`;
    tell(world, claim, { type: 'Warning', reason: 'ProvisioningFailed', message });
  }
}

function provision(world: World, claim: PersistentVolumeClaim, storage: StorageClass): void {
  const name = `pvc-${claim.metadata.uid}`;
  const className = storage.metadata.name ?? '';
  if (world.get(persistentVolumes, { name }) === undefined) {
    world.create(persistentVolumes, volumeFor(claim, storage));
  }
  const capacity = { storage: requested(claim) };
  world.update(persistentVolumeClaims, {
    ...claim,
    metadata: {
      ...claim.metadata,
      annotations: {
        ...claim.metadata.annotations,
        'pv.kubernetes.io/bind-completed': 'yes',
        'pv.kubernetes.io/bound-by-controller': 'yes',
        'volume.kubernetes.io/storage-provisioner': PROVISIONER,
      },
    },
    spec: { ...claim.spec, storageClassName: className, volumeName: name },
    status: { phase: 'Bound', accessModes: claim.spec?.accessModes ?? [], capacity },
  });
  tell(world, claim, {
    reason: 'ProvisioningSucceeded',
    message: `Successfully provisioned volume ${name}`,
    component: PROVISIONER,
  });
}

function volumeFor(claim: PersistentVolumeClaim, storage: StorageClass): PersistentVolume {
  const { name = '', namespace = '', uid = '' } = claim.metadata;
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name: `pvc-${uid}`,
      annotations: { 'pv.kubernetes.io/provisioned-by': PROVISIONER },
    },
    spec: {
      accessModes: claim.spec?.accessModes ?? [],
      capacity: { storage: requested(claim) },
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid },
      hostPath: { path: `/sandbox/volumes/${namespace}/${name}` },
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [NODE_NAME] }] },
          ],
        },
      },
      persistentVolumeReclaimPolicy: storage.reclaimPolicy ?? 'Delete',
      storageClassName: storage.metadata.name ?? '',
      volumeMode: claim.spec?.volumeMode ?? 'Filesystem',
    },
    status: { phase: 'Bound' },
  };
}

/** Growing is done at once: there are no bytes to move. */
function resize(world: World, claim: PersistentVolumeClaim): void {
  const storage = requested(claim);
  const volume = world.get(persistentVolumes, { name: claim.spec?.volumeName ?? '' });
  if (volume === undefined || claim.status?.capacity?.storage === storage) return;
  world.update(persistentVolumes, { ...volume, spec: { ...volume.spec, capacity: { storage } } });
  world.update(persistentVolumeClaims, { ...claim, status: { ...claim.status, capacity: { storage } } });
}

/** A claim in use stays until the last pod that mounts it is gone. */
function release(world: World, claim: PersistentVolumeClaim): void {
  const { name = '', namespace = '', finalizers = [] } = claim.metadata;
  const inUse = podsWithClaim(world, { namespace, name }).some(({ status }) => isActive(status?.phase));
  if (inUse || !finalizers.includes(PROTECTION)) return;
  const others = finalizers.filter((finalizer) => finalizer !== PROTECTION);
  const { finalizers: _all, ...metadata } = claim.metadata;
  world.update(persistentVolumeClaims, {
    ...claim,
    metadata: others.length === 0 ? metadata : { ...metadata, finalizers: others },
  });
  if (others.length === 0) world.delete(persistentVolumeClaims, keyOf(claim));
  reclaim(world, claim.spec?.volumeName);
}

function reclaim(world: World, name: string | undefined): void {
  const volume = name === undefined ? undefined : world.get(persistentVolumes, { name });
  if (volume === undefined) return;
  if (volume.spec?.persistentVolumeReclaimPolicy === 'Delete') world.delete(persistentVolumes, keyOf(volume));
  else world.update(persistentVolumes, { ...volume, status: { ...volume.status, phase: 'Released' } });
}

function isActive(phase: string | undefined): boolean {
  return phase !== 'Succeeded' && phase !== 'Failed';
}

function requested(claim: PersistentVolumeClaim): string {
  return claim.spec?.resources?.requests?.storage ?? '0';
}

function tell(
  world: World,
  claim: PersistentVolumeClaim,
  event: { type?: 'Warning'; reason: string; message: string; component?: string },
): void {
  note(world, { regarding: claim, component: 'persistentvolume-controller', once: true, ...event });
}

/** @module The Deployment that runs an instance's pods. */
import type { Deployment } from '../../kube/resources.ts';
import { CONFIG_CHECKSUM } from '../annotations.ts';
import { shortHash } from '../applied-hash.ts';
import { STARTUP_BUDGET_SECONDS } from '../engines/probes.ts';
import type { Instance } from '../instance.ts';
import type { Labels } from '../labels.ts';
import type { DeploymentSpec, PodSpec, PodTemplate } from '../pod-types.ts';
import { containerFor } from './container.ts';
import { ownedMetadata } from './metadata.ts';
import { mountedVolumes } from './volumes.ts';

/** A rollout is late only after the startup probe would have given up. */
const PROGRESS_DEADLINE_SECONDS = STARTUP_BUDGET_SECONDS + 300;

/**
 * The desired Deployment. What can never change in a live one is kept: its selector, which the template's labels
 * then satisfy too, and the name of its only container, or a second one would appear beside it.
 */
export function deploymentFor(instance: Instance, live?: Deployment): Deployment {
  const { names, replicas, spec } = instance;
  const selector = live?.spec?.selector ?? { matchLabels: instance.selector };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: ownedMetadata(instance, names.deployment),
    spec: {
      replicas,
      selector,
      strategy: { type: spec.storage === undefined ? 'RollingUpdate' : 'Recreate' },
      progressDeadlineSeconds: PROGRESS_DEADLINE_SECONDS,
      template: {
        metadata: {
          labels: { ...spec.pod?.labels, ...instance.labels, ...labelsFor(selector, live) },
          annotations: templateAnnotations(instance),
        },
        spec: podSpecFor(instance, containerName(instance, live)),
      },
    },
  };
}

/** The labels by which the stored selector knows its pods, as far as a set of labels can say that. */
function labelsFor(
  { matchLabels, matchExpressions = [] }: DeploymentSpec['selector'],
  live?: Deployment,
): Labels {
  const current = live?.spec?.template.metadata?.labels ?? {};
  const expressed = matchExpressions.flatMap(({ key }) => {
    const value = current[key];
    return value === undefined ? [] : [[key, value]];
  });
  return { ...Object.fromEntries(expressed), ...matchLabels };
}

function containerName({ engine }: Instance, live?: Deployment): string {
  const stored = live?.spec?.template.spec?.containers ?? [];
  const [only] = stored;
  return stored.length === 1 && only !== undefined ? only.name : engine.dbtype;
}

function templateAnnotations({
  spec,
}: Instance): NonNullable<NonNullable<PodTemplate['metadata']>['annotations']> {
  const checksum = spec.config === undefined ? {} : { [CONFIG_CHECKSUM]: shortHash(spec.config) };
  return { ...spec.pod?.annotations, ...checksum };
}

/** Pod Security level `restricted`, in full. */
function podSpecFor(instance: Instance, container: string): PodSpec {
  const { engine, image, spec } = instance;
  const id = engine.userId(image);
  return {
    containers: [containerFor(instance, container)],
    volumes: mountedVolumes(instance).map(({ volume }) => volume),
    securityContext: {
      runAsNonRoot: true,
      runAsUser: id,
      runAsGroup: id,
      fsGroup: id,
      fsGroupChangePolicy: 'OnRootMismatch',
      seccompProfile: { type: 'RuntimeDefault' },
    },
    // Said aloud, so that a share of the host's that somebody grants is taken back.
    hostNetwork: false,
    hostPID: false,
    hostIPC: false,
    terminationGracePeriodSeconds: engine.stopSeconds,
    enableServiceLinks: false,
    ...(spec.imagePullSecrets === undefined ? {} : { imagePullSecrets: spec.imagePullSecrets }),
    ...placementOf(instance),
  };
}

function placementOf({ spec: { pod = {} } }: Instance): Partial<PodSpec> {
  const { nodeSelector, tolerations, priorityClassName, serviceAccountName } = pod;
  // The schema passes affinity on unread: the server judges it when it takes the Deployment.
  const affinity = pod.affinity as PodSpec['affinity'];
  return {
    ...(nodeSelector === undefined ? {} : { nodeSelector }),
    ...(tolerations === undefined ? {} : { tolerations }),
    ...(affinity === undefined ? {} : { affinity }),
    ...(priorityClassName === undefined ? {} : { priorityClassName }),
    ...(serviceAccountName === undefined ? { automountServiceAccountToken: false } : { serviceAccountName }),
  };
}

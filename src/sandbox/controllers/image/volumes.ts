/** @module Whether the kubelet can set up a pod's volumes. */
import { configMaps, type Pod, secrets } from '../../../kube/resources.ts';
import type { World } from '../../world.ts';
import type { Volume } from './file-system.ts';

/** In the kubelet's words, what is missing; undefined when all volumes can be mounted. */
export function mountProblem(world: World, pod: Pod): string | undefined {
  for (const volume of pod.spec?.volumes ?? []) {
    const missing = problemOf(world, pod.metadata.namespace ?? '', volume);
    if (missing !== undefined) return `MountVolume.SetUp failed for volume "${volume.name}" : ${missing}`;
  }
  return undefined;
}

interface Source {
  readonly kind: 'secret' | 'configmap';
  readonly name: string;
  readonly optional: boolean;
  readonly keys: readonly string[];
}

function problemOf(world: World, namespace: string, volume: Volume): string | undefined {
  for (const { kind, name, optional, keys } of sourcesOf(volume)) {
    const object =
      kind === 'secret'
        ? world.get(secrets, { namespace, name })
        : world.get(configMaps, { namespace, name });
    if (object === undefined) {
      if (optional) continue;
      return `${kind} "${name}" not found`;
    }
    const data: Readonly<Record<string, unknown>> = { ...object.data, ...binaryOf(object) };
    const absent = optional ? undefined : keys.find((key) => data[key] === undefined);
    if (absent !== undefined)
      return `references non-existent ${kind === 'secret' ? 'secret' : 'config'} key: ${absent}`;
  }
  return undefined;
}

function sourcesOf({ secret, configMap, projected }: Volume): readonly Source[] {
  const sources: Source[] = [];
  const keysOf = (items: readonly { readonly key: string }[] = []) => items.map(({ key }) => key);
  if (secret !== undefined) {
    const { secretName = '', optional = false, items } = secret;
    sources.push({ kind: 'secret', name: secretName, optional, keys: keysOf(items) });
  }
  if (configMap !== undefined) {
    const { name = '', optional = false, items } = configMap;
    sources.push({ kind: 'configmap', name, optional, keys: keysOf(items) });
  }
  for (const part of projected?.sources ?? []) sources.push(...sourcesOf({ name: '', ...onlyFiles(part) }));
  return sources;
}

type Projection = NonNullable<NonNullable<Volume['projected']>['sources']>[number];

function onlyFiles({ secret, configMap }: Projection): Pick<Volume, 'secret' | 'configMap'> {
  return {
    ...(secret === undefined ? {} : { secret: { ...secret, secretName: secret.name ?? '' } }),
    ...(configMap === undefined ? {} : { configMap }),
  };
}

function binaryOf(object: object): Readonly<Record<string, unknown>> {
  return 'binaryData' in object && typeof object.binaryData === 'object' ? { ...object.binaryData } : {};
}

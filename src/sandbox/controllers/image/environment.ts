/** @module The environment of a container, with what it refers to in Secrets and ConfigMaps. */
import { configMaps, type Pod, secrets } from '../../../kube/resources.ts';
import type { World } from '../../world.ts';

export type Container = NonNullable<Pod['spec']>['containers'][number];
type Variable = NonNullable<Container['env']>[number];
type Source = NonNullable<Variable['valueFrom']>;

export type Environment =
  | { readonly ok: true; readonly values: ReadonlyMap<string, string> }
  /** In the kubelet's words. */
  | { readonly ok: false; readonly message: string };

/** Raised and caught in this file only. */
class MissingReference extends Error {
  override readonly name = 'MissingReference';
}

/** Resolves `envFrom` first, then `env`; later entries win, as in the kubelet. */
export function resolveEnvironment(world: World, pod: Pod, container: Container): Environment {
  const values = new Map<string, string>();
  try {
    for (const source of container.envFrom ?? []) {
      for (const [key, value] of importAll(world, pod, source)) values.set(key, value);
    }
    for (const variable of container.env ?? []) {
      const value = resolve(world, pod, variable);
      if (value !== undefined) values.set(variable.name, expand(value, values));
    }
  } catch (error) {
    if (error instanceof MissingReference) return { ok: false, message: error.message };
    throw error;
  }
  return { ok: true, values };
}

/** The decoded entries of a Secret; undefined when there is no such Secret. */
export function secretEntries(
  world: World,
  namespace: string,
  name: string,
): ReadonlyMap<string, string> | undefined {
  const secret = world.get(secrets, { namespace, name });
  if (secret === undefined) return undefined;
  const entries = Object.entries(secret.data ?? {});
  return new Map(entries.map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
}

/** The entries of a ConfigMap; undefined when there is no such ConfigMap. */
export function configMapEntries(
  world: World,
  namespace: string,
  name: string,
): ReadonlyMap<string, string> | undefined {
  const map = world.get(configMaps, { namespace, name });
  if (map === undefined) return undefined;
  const binary = Object.entries(map.binaryData ?? {}).map(
    ([key, value]) => [key, Buffer.from(value, 'base64').toString()] as const,
  );
  return new Map([...Object.entries(map.data ?? {}), ...binary]);
}

function importAll(
  world: World,
  pod: Pod,
  source: NonNullable<Container['envFrom']>[number],
): readonly (readonly [string, string])[] {
  const { prefix = '', secretRef, configMapRef } = source;
  const namespace = pod.metadata.namespace ?? '';
  const reference = secretRef ?? configMapRef;
  const name = reference?.name ?? '';
  const entries =
    secretRef === undefined
      ? configMapEntries(world, namespace, name)
      : secretEntries(world, namespace, name);
  if (entries === undefined && reference?.optional !== true) {
    throw new MissingReference(`${secretRef === undefined ? 'configmap' : 'secret'} "${name}" not found`);
  }
  return [...(entries ?? [])].map(([key, value]) => [`${prefix}${key}`, value]);
}

function resolve(world: World, pod: Pod, { value, valueFrom }: Variable): string | undefined {
  if (valueFrom === undefined) return value ?? '';
  const { secretKeyRef, configMapKeyRef } = valueFrom;
  const namespace = pod.metadata.namespace ?? '';
  if (secretKeyRef !== undefined) {
    const entries = secretEntries(world, namespace, secretKeyRef.name ?? '');
    return pick(entries, secretKeyRef, { kind: 'secret', title: 'Secret', namespace });
  }
  if (configMapKeyRef !== undefined) {
    const entries = configMapEntries(world, namespace, configMapKeyRef.name ?? '');
    return pick(entries, configMapKeyRef, { kind: 'configmap', title: 'ConfigMap', namespace });
  }
  return fieldValue(pod, valueFrom);
}

function pick(
  entries: ReadonlyMap<string, string> | undefined,
  { name = '', key, optional = false }: { name?: string; key: string; optional?: boolean },
  { kind, title, namespace }: { kind: string; title: string; namespace: string },
): string | undefined {
  const value = entries?.get(key);
  if (value !== undefined || optional) return value;
  throw new MissingReference(
    entries === undefined
      ? `${kind} "${name}" not found`
      : `couldn't find key ${key} in ${title} ${namespace}/${name}`,
  );
}

function fieldValue(pod: Pod, { fieldRef }: Source): string {
  switch (fieldRef?.fieldPath) {
    case 'metadata.name':
      return pod.metadata.name ?? '';
    case 'metadata.namespace':
      return pod.metadata.namespace ?? '';
    case 'metadata.uid':
      return pod.metadata.uid ?? '';
    case 'spec.nodeName':
      return pod.spec?.nodeName ?? '';
    case 'status.podIP':
      return pod.status?.podIP ?? '';
    default:
      return '';
  }
}

/** `$(NAME)` stands for an earlier variable; unknown names stay as they are. */
function expand(value: string, values: ReadonlyMap<string, string>): string {
  return value.replace(/\$\(([A-Za-z_][A-Za-z0-9_.-]*)\)/g, (text, name: string) => values.get(name) ?? text);
}

/** @module The one container of a database pod. */
import type { EngineSetup } from '../engines/engine.ts';
import type { Instance } from '../instance.ts';
import type { Container } from '../pod-types.ts';
import { hasOwnUser, mountedVolumes, ROOT_PASSWORD_FILE, USER_PASSWORD_FILE } from './volumes.ts';

/** Named by `name`; the port is named by the protocol, which is what the Service refers to. */
export function containerFor(instance: Instance, name: string): Container {
  const { engine, image, spec, version } = instance;
  const setup = setupOf(instance);
  const args = spec.config === undefined ? [] : engine.configArguments(engine.paths(version));
  return {
    name,
    image,
    imagePullPolicy: spec.imagePullPolicy ?? 'IfNotPresent',
    ...(args.length === 0 ? {} : { args }),
    env: engine.environment(setup),
    ports: [{ name: engine.protocol, containerPort: engine.port, protocol: 'TCP' }],
    resources: resourcesOf(instance),
    volumeMounts: mountedVolumes(instance).map(({ mount }) => mount),
    ...engine.probes(setup),
    securityContext: {
      privileged: false,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
    },
  };
}

function setupOf(instance: Instance): EngineSetup {
  const { database, username } = instance.spec;
  return {
    version: instance.version,
    rootPasswordFile: ROOT_PASSWORD_FILE,
    ...(hasOwnUser(instance) ? { userPasswordFile: USER_PASSWORD_FILE } : {}),
    ...(database === undefined ? {} : { database }),
    ...(username === undefined ? {} : { username }),
  };
}

function resourcesOf({ engine, spec }: Instance): NonNullable<Container['resources']> {
  if (spec.resources === undefined) return { requests: engine.requests };
  const { requests, limits } = spec.resources;
  return {
    ...(requests === undefined ? {} : { requests: quantities(requests) }),
    ...(limits === undefined ? {} : { limits: quantities(limits) }),
  };
}

function quantities(amounts: Readonly<Record<string, number | string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, String(amount)]));
}

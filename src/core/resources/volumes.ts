/** @module The volumes of a database pod, and where its container mounts them. */
import type { Instance } from '../instance.ts';
import type { Volume, VolumeMount } from '../pod-types.ts';
import { configFileName } from './config-map.ts';
import { PASSWORD_KEY, ROOT_PASSWORD_KEY } from './credentials-secret.ts';

/** Where the official images look for scripts of the first start. */
const INIT_SCRIPTS = '/docker-entrypoint-initdb.d';

/** Readable for the group, which is fsGroup, and for nobody else. */
const SECRET_MODE = 0o440;

/** Folder below the volume's root: fresh file systems have a `lost+found` there, which no engine likes. */
const DATA_SUBPATH = 'data';

/** A volume and its place in the container: made as a pair, so that neither is ever without the other. */
export interface MountedVolume {
  readonly volume: Volume;
  readonly mount: VolumeMount;
}

/** File with the administrator's password, in the container. */
export const ROOT_PASSWORD_FILE = '/etc/dbm/root/password';

/** File with the password of `spec.username`, in the container. */
export const USER_PASSWORD_FILE = '/etc/dbm/user/password';

/** Data, runtime folder, /tmp and passwords; configuration and scripts where the spec has them. */
export function mountedVolumes(instance: Instance): readonly MountedVolume[] {
  const { engine, spec, version } = instance;
  const paths = engine.paths(version);
  return [
    dataVolume(instance, paths.data),
    scratch('run', paths.runtime),
    scratch('tmp', '/tmp'),
    rootPasswordVolume(instance),
    ...(hasOwnUser(instance) ? [userPasswordVolume(instance)] : []),
    ...(spec.config === undefined ? [] : [configVolume(instance, paths.configFile)]),
    ...(spec.initScriptsConfigMap === undefined ? [] : [initScriptsVolume(spec.initScriptsConfigMap)]),
  ];
}

/** Whether `spec.username` is a user beside the administrator, with a password of its own. */
export function hasOwnUser({ engine, spec }: Instance): boolean {
  return spec.username !== undefined && !engine.singleUser;
}

function dataVolume({ names, spec }: Instance, mountPath: string): MountedVolume {
  if (spec.storage === undefined) return scratch('data', mountPath);
  return {
    volume: { name: 'data', persistentVolumeClaim: { claimName: names.data } },
    mount: { name: 'data', mountPath, subPath: DATA_SUBPATH },
  };
}

function scratch(name: string, mountPath: string): MountedVolume {
  return { volume: { name, emptyDir: {} }, mount: { name, mountPath } };
}

function rootPasswordVolume({ names, spec }: Instance): MountedVolume {
  const { name, key } = spec.rootPasswordSecretRef ?? { name: names.credentials, key: ROOT_PASSWORD_KEY };
  return passwordVolume('root-password', { secretName: name, key, file: ROOT_PASSWORD_FILE });
}

function userPasswordVolume({ names }: Instance): MountedVolume {
  return passwordVolume('user-password', {
    secretName: names.credentials,
    key: PASSWORD_KEY,
    file: USER_PASSWORD_FILE,
  });
}

function passwordVolume(
  name: string,
  from: { secretName: string; key: string; file: string },
): MountedVolume {
  const { secretName, key, file } = from;
  const slash = file.lastIndexOf('/');
  const items = [{ key, path: file.slice(slash + 1) }];
  return {
    volume: { name, secret: { secretName, items, defaultMode: SECRET_MODE } },
    mount: { name, mountPath: file.slice(0, slash), readOnly: true },
  };
}

function configVolume(instance: Instance, file: string): MountedVolume {
  return {
    volume: { name: 'config', configMap: { name: instance.names.config } },
    mount: { name: 'config', mountPath: file, subPath: configFileName(instance), readOnly: true },
  };
}

function initScriptsVolume(configMap: string): MountedVolume {
  return {
    volume: { name: 'init-scripts', configMap: { name: configMap } },
    mount: { name: 'init-scripts', mountPath: INIT_SCRIPTS, readOnly: true },
  };
}

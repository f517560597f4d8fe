/** @module Says what becomes of a container, from its image, its settings and the objects it refers to. */
import type { Pod } from '../../../kube/resources.ts';
import type { World } from '../../world.ts';
import { type DatabaseImage, findImage, type Image } from './catalogue.ts';
import { dataPlace, writeMark } from './data-directory.ts';
import { databaseStart, runsServer, startFailure } from './database-contract.ts';
import { type Container, resolveEnvironment } from './environment.ts';
import { runAsUser } from './file-system.ts';
import { crash, type Outcome } from './outcome.ts';
import { probeResults } from './probes.ts';
import type { Setting } from './settings.ts';
import { mountProblem } from './volumes.ts';

/** Checks in the kubelet's order: volumes, image, configuration, then the container's own start. */
export function evaluate(world: World, pod: Pod, container: Container): Outcome {
  const unmountable = mountProblem(world, pod);
  if (unmountable !== undefined) return { kind: 'mount-failure', message: unmountable };
  const image = findImage(container.image ?? '');
  if (image.kind === 'unknown') return { kind: 'no-image', message: pullError(image.reference) };
  const environment = resolveEnvironment(world, pod, container);
  if (!environment.ok) return { kind: 'bad-config', message: environment.message };
  const forbidden = rootProblem(pod, container, image);
  if (forbidden !== undefined) return { kind: 'bad-config', message: forbidden };
  return start({ world, pod, container, values: environment.values }, image);
}

/** Records on its volume that a database has come up, so that a later start finds its data. */
export function recordData(world: World, pod: Pod, container: Container): void {
  const image = findImage(container.image ?? '');
  if (image.kind !== 'database' || !runsServer(container, image.database)) return;
  const environment = resolveEnvironment(world, pod, container);
  if (!environment.ok) return;
  const { engine, version } = image.database;
  const { dataDir } = databaseStart({ world, pod, container, values: environment.values }, image.database);
  const place = dataPlace(pod, container, dataDir);
  if (place !== undefined) writeMark(world, pod, { place, mark: { engine, version } });
}

function start(setting: Setting, image: Exclude<Image, { kind: 'unknown' }>): Outcome {
  const { container } = setting;
  if (image.kind === 'plain') return { kind: 'runs', probes: probeResults(container, undefined) };
  const absent = absentServer(container, image.database);
  if (absent !== undefined) return crash(`exec: "${absent}": executable file not found in $PATH`, 127);
  if (!runsServer(container, image.database)) {
    return { kind: 'runs', probes: probeResults(container, image.database) };
  }
  return (
    startFailure(databaseStart(setting, image.database)) ?? {
      kind: 'runs',
      probes: probeResults(container, image.database),
    }
  );
}

/** A server's name that this image does not have: `mysqld` in MariaDB 11. */
function absentServer(container: Container, image: DatabaseImage): string | undefined {
  const [program] = container.command ?? container.args ?? [];
  const servers = ['mysqld', 'mariadbd', 'postgres'];
  return program !== undefined && servers.includes(program) && !image.programs.includes(program)
    ? program
    : undefined;
}

function rootProblem(pod: Pod, container: Container, image: Image): string | undefined {
  const nonRoot = container.securityContext?.runAsNonRoot ?? pod.spec?.securityContext?.runAsNonRoot;
  if (nonRoot !== true || runAsUser(pod, container) !== 0) return undefined;
  const asked = container.securityContext?.runAsUser ?? pod.spec?.securityContext?.runAsUser;
  const subject = `(pod: "${pod.metadata.name}_${pod.metadata.namespace}(${pod.metadata.uid})", container: ${container.name})`;
  if (asked === 0) return `container's runAsUser breaks non-root policy ${subject}`;
  if (image.kind === 'plain' && image.uid !== 0) return undefined;
  return `container has runAsNonRoot and image will run as root ${subject}`;
}

function pullError(reference: string): string {
  return `failed to pull and unpack image "${reference}": ${reference}: not found`;
}

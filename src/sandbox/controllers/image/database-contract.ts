/** @module Whether a database container would start: the documented behaviour of the official images. */
import { type DatabaseImage, rankOf } from './catalogue.ts';
import { type DataMark, dataPlace, isLocked, readMark } from './data-directory.ts';
import type { Container } from './environment.ts';
import { mountAt, normalise, runAsUser, writeObstacle } from './file-system.ts';
import { type Crash, crash } from './outcome.ts';
import { readFirstSetting, readSetting, type Setting } from './settings.ts';

/** Everything a check may look at. */
export interface DatabaseStart extends Setting {
  readonly image: DatabaseImage;
  readonly dataDir: string;
  /** Who made the data that is already there. */
  readonly mark: DataMark | undefined;
}

/** Whether the container's command is the database server at all. */
export function runsServer(container: Container, image: DatabaseImage): boolean {
  if (container.command !== undefined && container.command.length > 0) {
    const [program = '', server] = container.command;
    const entrypoint = program.endsWith('docker-entrypoint.sh');
    return (
      image.servers.includes(baseName(program)) ||
      (entrypoint && isServer(server ?? container.args?.[0], image))
    );
  }
  return isServer(container.args?.[0], image);
}

/** Gathers what the checks need. */
export function databaseStart(setting: Setting, image: DatabaseImage): DatabaseStart {
  const dataDir = dataDirectory(setting, image);
  const place = dataPlace(setting.pod, setting.container, dataDir);
  const mark = place === undefined ? undefined : readMark(setting.world, setting.pod, place);
  return { ...setting, image, dataDir, mark };
}

/** The first reason why the server ends right after its start; undefined when it runs. */
export function startFailure(start: DatabaseStart): Crash | undefined {
  for (const check of CHECKS) {
    const failure = check(start);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

type Check = (start: DatabaseStart) => Crash | undefined;

/** In the order in which the entrypoints meet them. */
const CHECKS: readonly Check[] = [
  somethingIsNotWritable,
  madeByAnotherServer,
  settingIsGivenTwice,
  passwordIsMissing,
  userIsRoot,
  dataIsInTheOldPlace,
  dataDirectoryIsTheMount,
  dataDirectoryIsLocked,
];

function somethingIsNotWritable({ pod, container, image, dataDir }: DatabaseStart): Crash | undefined {
  for (const path of [dataDir, image.runtimeDir, '/tmp']) {
    const obstacle = writeObstacle(pod, container, path);
    if (obstacle !== undefined) return crash(`cannot create files in '${path}': ${obstacle}`);
  }
  return undefined;
}

function madeByAnotherServer({ image, mark, dataDir }: DatabaseStart): Crash | undefined {
  if (mark === undefined) return undefined;
  const made = `${mark.engine} ${mark.version}`;
  if (mark.engine !== image.engine) return crash(`${dataDir} holds data of ${made}, not of ${image.engine}`);
  if (mark.version === image.version) return undefined;
  if (image.engine === 'postgres') {
    return crash(
      `FATAL: database files are incompatible with server: the data directory was initialized by PostgreSQL version ${mark.version}, which is not compatible with this version ${image.version}`,
    );
  }
  const steps = rankOf(image.engine, image.version) - rankOf(image.engine, mark.version);
  if (image.engine === 'mysql' && steps !== 1) {
    return crash(
      `[ERROR] Invalid MySQL server ${steps < 0 ? 'downgrade' : 'upgrade'}: Cannot ${steps < 0 ? 'downgrade' : 'upgrade'} from ${mark.version} to ${image.version}`,
    );
  }
  return undefined;
}

function settingIsGivenTwice(start: DatabaseStart): Crash | undefined {
  if (start.mark !== undefined) return undefined;
  for (const prefix of start.image.prefixes) {
    for (const name of ['ROOT_PASSWORD', 'PASSWORD', 'USER', 'DATABASE', 'DB']) {
      const value = readSetting(start, `${prefix}_${name}`);
      if (typeof value !== 'string') return value;
    }
  }
  return undefined;
}

function passwordIsMissing(start: DatabaseStart): Crash | undefined {
  if (start.mark !== undefined) return undefined;
  const { image, values } = start;
  if (image.engine === 'postgres') {
    const password = readSetting(start, 'POSTGRES_PASSWORD');
    if (typeof password !== 'string') return password;
    if (password !== '' || values.get('POSTGRES_HOST_AUTH_METHOD') === 'trust') return undefined;
    return crash(
      'Error: Database is uninitialized and superuser password is not specified: set POSTGRES_PASSWORD',
    );
  }
  const password = readFirstSetting(
    start,
    image.prefixes.flatMap((prefix) => [
      `${prefix}_ROOT_PASSWORD`,
      ...(prefix === 'MARIADB' ? [`${prefix}_ROOT_PASSWORD_HASH`] : []),
    ]),
  );
  if (typeof password !== 'string') return password;
  if (password !== '' || allowsNoPassword(start)) return undefined;
  const [prefix = ''] = image.prefixes;
  return crash(
    `[ERROR] [Entrypoint]: Database is uninitialized and password option is not specified: set ${prefix}_ROOT_PASSWORD`,
  );
}

function allowsNoPassword({ image, values }: DatabaseStart): boolean {
  return image.prefixes
    .flatMap((prefix) => [
      `${prefix}_ALLOW_EMPTY_PASSWORD`,
      `${prefix}_ALLOW_EMPTY_ROOT_PASSWORD`,
      `${prefix}_RANDOM_ROOT_PASSWORD`,
    ])
    .some((name) => (values.get(name) ?? '') !== '');
}

function userIsRoot(start: DatabaseStart): Crash | undefined {
  if (start.image.engine !== 'mysql' || start.mark !== undefined) return undefined;
  if (readSetting(start, 'MYSQL_USER') !== 'root') return undefined;
  return crash(
    '[ERROR] [Entrypoint]: MYSQL_USER="root": MYSQL_USER and MYSQL_PASSWORD are for a regular user',
  );
}

/** From 18 on the image keeps its data elsewhere, and refuses rather than start empty beside an old volume. */
function dataIsInTheOldPlace({ pod, container, image, dataDir, mark }: DatabaseStart): Crash | undefined {
  const old = '/var/lib/postgresql/data';
  if (image.engine !== 'postgres' || mark !== undefined || dataDir !== image.dataDir || dataDir === old) {
    return undefined;
  }
  if (mountAt(pod, container, old)?.path !== old) return undefined;
  return crash(
    `Error: in 18+, these images keep their data in ${dataDir}, with one volume at /var/lib/postgresql; found there: ${old} (unused mount/volume)`,
  );
}

/** initdb sets the mode of its directory, and only an owner can; volumes belong to root. */
function dataDirectoryIsTheMount({ pod, container, image, dataDir, mark }: DatabaseStart): Crash | undefined {
  if (image.engine !== 'postgres' || mark !== undefined || runAsUser(pod, container) === 0) return undefined;
  if (mountAt(pod, container, dataDir)?.path !== normalise(dataDir)) return undefined;
  return crash(
    `initdb: error: could not change permissions of directory "${dataDir}": Operation not permitted`,
  );
}

function dataDirectoryIsLocked({ world, pod, container, image, dataDir }: DatabaseStart): Crash | undefined {
  if (!isLocked(world, pod, { container, dataDir })) return undefined;
  return crash(
    image.engine === 'postgres'
      ? 'FATAL: lock file "postmaster.pid" already exists: another server runs in this data directory'
      : '[ERROR] InnoDB: Unable to lock ./ibdata1 error: 11',
  );
}

function dataDirectory({ values, container }: Setting, image: DatabaseImage): string {
  if (image.engine === 'postgres') return values.get('PGDATA') ?? image.dataDir;
  const option = (container.args ?? []).find((argument) => argument.startsWith('--datadir='));
  return option === undefined ? image.dataDir : option.slice('--datadir='.length);
}

function isServer(word: string | undefined, image: DatabaseImage): boolean {
  return word === undefined || word.startsWith('-') || image.servers.includes(baseName(word));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

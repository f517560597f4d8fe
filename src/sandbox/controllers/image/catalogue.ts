/** @module The images that the sandbox can "pull": what is in them and what they expect. */
import { parseImageName } from './image-name.ts';

/** A database image of one version, in the words of its documentation. */
export interface DatabaseImage {
  readonly engine: 'mysql' | 'mariadb' | 'postgres';
  /** As in the tag: `8.4`, `10.7.1`, `18`. */
  readonly version: string;
  readonly port: number;
  readonly dataDir: string;
  /** Where the socket and the lock file go. */
  readonly runtimeDir: string;
  /** Prefixes of its environment variables, the stronger first. */
  readonly prefixes: readonly string[];
  /** Database programs on the PATH. */
  readonly programs: readonly string[];
  /** What the entrypoint takes for the server. */
  readonly servers: readonly string[];
}

export type Image =
  | { readonly kind: 'database'; readonly database: DatabaseImage }
  /** Starts and keeps running; nothing else is known of it. */
  | { readonly kind: 'plain'; readonly uid: number }
  | { readonly kind: 'unknown'; readonly reference: string };

/** Oldest first. */
const VERSIONS = {
  mysql: ['5.7', '8.0', '8.4', '9.7', '26.7'],
  mariadb: ['10.6', '10.7.1', '10.11', '11.4', '11.8', '12.3'],
  postgres: ['14', '15', '16', '17', '18'],
} as const;

const PLAIN = new Set([
  'alpine',
  'busybox',
  'debian',
  'httpd',
  'memcached',
  'nginx',
  'pause',
  'redis',
  'ubuntu',
]);
const NOBODY = 65_535;

/** What a container with this `image` would run. */
export function findImage(image: string): Image {
  const { repository, tag, reference } = parseImageName(image);
  const unknown: Image = { kind: 'unknown', reference };
  if (repository.startsWith('registry.k8s.io/')) {
    return { kind: 'plain', uid: repository.endsWith('/pause') ? NOBODY : 0 };
  }
  if (!repository.startsWith('docker.io/library/')) return unknown;
  const name = repository.slice('docker.io/library/'.length);
  if (PLAIN.has(name)) return { kind: 'plain', uid: 0 };
  if (name !== 'mysql' && name !== 'mariadb' && name !== 'postgres') return unknown;
  const version = findVersion(VERSIONS[name], tag);
  return version === undefined ? unknown : { kind: 'database', database: describe(name, version) };
}

/** Where `version` stands among the engine's known ones: a higher number is newer. */
export function rankOf(engine: DatabaseImage['engine'], version: string): number {
  const versions: readonly string[] = VERSIONS[engine];
  return versions.indexOf(version);
}

/** `8.4`, `8.4.3`, `8` (the newest of it), `latest`, each with or without a variant such as `-bookworm`. */
function findVersion(versions: readonly string[], tag: string): string | undefined {
  const [number = ''] = tag.split('-');
  if (number === 'latest') return versions.at(-1);
  if (!/^\d+(\.\d+)*$/.test(number)) return undefined;
  const patchOf = (version: string) => number.startsWith(`${version}.`);
  return (
    versions.find((version) => version === number) ??
    versions.find((version) => patchOf(version)) ??
    versions.findLast((version) => version.startsWith(`${number}.`))
  );
}

function describe(engine: DatabaseImage['engine'], version: string): DatabaseImage {
  const major = Number.parseInt(version, 10);
  switch (engine) {
    case 'mysql':
      return {
        engine,
        version,
        port: 3306,
        dataDir: '/var/lib/mysql',
        runtimeDir: '/run/mysqld',
        prefixes: ['MYSQL'],
        programs: ['mysql', 'mysqladmin', 'mysqldump', 'mysqld'],
        servers: ['mysqld'],
      };
    case 'mariadb':
      return {
        engine,
        version,
        port: 3306,
        dataDir: '/var/lib/mysql',
        runtimeDir: '/run/mysqld',
        prefixes: ['MARIADB', 'MYSQL'],
        programs: mariadbPrograms(version, major),
        servers: major < 11 ? ['mariadbd', 'mysqld'] : ['mariadbd'],
      };
    case 'postgres':
      return {
        engine,
        version,
        port: 5432,
        dataDir: major < 18 ? '/var/lib/postgresql/data' : `/var/lib/postgresql/${major}/docker`,
        runtimeDir: '/run/postgresql',
        prefixes: ['POSTGRES'],
        programs: ['psql', 'pg_isready', 'pg_ctl', 'pg_dump', 'postgres', 'initdb'],
        servers: ['postgres'],
      };
  }
}

function mariadbPrograms(version: string, major: number): readonly string[] {
  const always = ['mariadb', 'mariadb-admin', 'mariadb-dump', 'mariadbd'];
  const old = major < 11 ? ['mysql', 'mysqladmin', 'mysqldump', 'mysqld'] : [];
  const checks = rankOf('mariadb', version) >= rankOf('mariadb', '10.11') ? ['healthcheck.sh'] : [];
  return [...always, ...old, ...checks];
}

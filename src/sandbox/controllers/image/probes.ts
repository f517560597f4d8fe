/** @module Whether a running container's probes would succeed. */
import type { DatabaseImage } from './catalogue.ts';
import type { Container } from './environment.ts';
import type { ProbeResults } from './outcome.ts';

type Probe = NonNullable<Container['readinessProbe']>;

/** The database programs of all images: one that an image lacks cannot be run in it. */
const DATABASE_PROGRAMS = new Set([
  'healthcheck.sh',
  'initdb',
  'mariadb',
  'mariadb-admin',
  'mariadb-dump',
  'mariadbd',
  'mysql',
  'mysqladmin',
  'mysqld',
  'mysqldump',
  'pg_ctl',
  'pg_dump',
  'pg_isready',
  'postgres',
  'psql',
]);
const SHELLS = new Set(['sh', 'bash', 'dash']);
/** Words before the program that a shell or a wrapper really runs. */
const PREFIXES = new Set(['!', 'do', 'env', 'exec', 'if', 'then', 'time', 'until', 'while', '{']);

/** Without `image` it is a plain container: network probes succeed. */
export function probeResults(container: Container, image: DatabaseImage | undefined): ProbeResults {
  const check = (probe: Probe | undefined) =>
    probe === undefined ? undefined : failureOf(container, probe, image);
  return {
    startup: check(container.startupProbe),
    readiness: check(container.readinessProbe),
    liveness: check(container.livenessProbe),
  };
}

function failureOf(container: Container, probe: Probe, image: DatabaseImage | undefined): string | undefined {
  if (probe.exec !== undefined) return execFailure(probe.exec.command ?? [], image);
  if (image === undefined) return undefined;
  if (probe.httpGet !== undefined)
    return `Get "http://${probe.httpGet.path ?? '/'}": malformed HTTP response`;
  const port = portOf(container, probe.tcpSocket?.port ?? probe.grpc?.port);
  return port === image.port ? undefined : `dial tcp: connect to port ${port}: connection refused`;
}

function execFailure(command: readonly string[], image: DatabaseImage | undefined): string | undefined {
  const programs = image?.programs ?? [];
  for (const [index, program] of programsIn(command).entries()) {
    if (program === 'false') return 'exit status 1';
    if (!DATABASE_PROGRAMS.has(program) || programs.includes(program)) continue;
    return index === 0 && !SHELLS.has(baseName(command[0] ?? ''))
      ? `exec: "${program}": executable file not found in $PATH`
      : `${command[0]}: ${program}: not found`;
  }
  return undefined;
}

/** Base names of the programs that a command runs; looks into `sh -c` scripts. */
function programsIn(command: readonly string[]): readonly string[] {
  const [first = ''] = command;
  if (!SHELLS.has(baseName(first))) return [baseName(first)];
  const script = command.find((word, index) => index > 0 && !word.startsWith('-')) ?? '';
  return script
    .split(/[;&|\n()`]/)
    .flatMap((part) => firstProgram(part) ?? [])
    .map(baseName);
}

function firstProgram(part: string): string | undefined {
  const words = part.trim().split(/\s+/);
  let rest = words.findIndex((word) => !PREFIXES.has(word) && !/^[A-Za-z_][A-Za-z0-9_]*=/.test(word));
  if (words[rest] === 'timeout') rest += 2;
  const program = rest < 0 ? undefined : words[rest];
  if (program === 'exit' && words[rest + 1] !== undefined && words[rest + 1] !== '0') return 'false';
  return program === '' ? undefined : program;
}

function portOf(container: Container, port: unknown): unknown {
  if (typeof port !== 'string') return port;
  return container.ports?.find(({ name }) => name === port)?.containerPort ?? port;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

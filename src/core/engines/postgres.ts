/** @module PostgreSQL: what the official image `postgres` expects and offers. */
import { pinnedVersions } from '../../api/defaults.ts';
import type { Engine, EngineSetup } from './engine.ts';
import { refuseDowngrade, refuseStep } from './moves.ts';
import { probesOf } from './probes.ts';
import { majorOf } from './versions.ts';

/** PostgreSQL. */
export const postgres: Engine = {
  dbtype: 'postgres',
  title: 'PostgreSQL',
  imageName: 'postgres',
  defaultVersion: pinnedVersions.postgres,
  currentLts: '18',
  series: [
    { series: '13', lastFixes: '2025-11' },
    { series: '14', lastFixes: '2026-11' },
    { series: '15', lts: true, lastFixes: '2027-11' },
    { series: '16', lts: true, lastFixes: '2028-11' },
    { series: '17', lts: true, lastFixes: '2029-11' },
    { series: '18', lts: true, lastFixes: '2030-11' },
  ],
  port: 5432,
  protocol: 'postgresql',
  rootUser: 'postgres',
  singleUser: true,
  stopSeconds: 60,
  requests: { cpu: '100m', memory: '256Mi' },
  // The two families of official images number their users differently.
  userId: (image) => (image.includes('alpine') ? 70 : 999),
  paths: (version) => ({
    data: majorOf(version) >= 18 ? '/var/lib/postgresql' : '/var/lib/postgresql/data',
    runtime: '/var/run/postgresql',
    configFile: '/etc/postgresql/postgresql.conf',
  }),
  environment: ({ version, rootPasswordFile, database, username }) => [
    { name: 'POSTGRES_PASSWORD_FILE', value: rootPasswordFile },
    ...(username === undefined ? [] : [{ name: 'POSTGRES_USER', value: username }]),
    ...(database === undefined ? [] : [{ name: 'POSTGRES_DB', value: database }]),
    // initdb wants a folder of its own below the mount: it may not be the mount point of another owner.
    { name: 'PGDATA', value: dataFolder(version) },
    { name: 'POD_IP', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'status.podIP' } } },
  ],
  // A file of one's own replaces the image's whole configuration, which makes the server listen.
  configArguments: ({ configFile }) => ['-c', `config_file=${configFile}`, '-c', 'listen_addresses=*'],
  probes: (setup) => probesOf({ alive: 'exec pg_isready -q -h 127.0.0.1 -p 5432', login: login(setup) }),
  moveRefusal: (from, to) =>
    refuseDowngrade('PostgreSQL', from, to) ??
    (majorOf(from) === majorOf(to) ? undefined : refuseStep('PostgreSQL', from, to)),
};

function dataFolder(version: string): string {
  const major = majorOf(version);
  return major >= 18 ? `/var/lib/postgresql/${major}/docker` : '/var/lib/postgresql/data/pgdata';
}

/** By the pod's own address: the image lets everybody in from 127.0.0.1, whatever the password. */
function login({ rootPasswordFile, username = 'postgres' }: EngineSetup): string {
  return `pg_isready -q -h "$POD_IP" -p 5432 && PGPASSWORD="$(cat ${rootPasswordFile})" exec psql -X -w -h "$POD_IP" -p 5432 -U ${username} -d postgres -tAc 'SELECT 1'`;
}

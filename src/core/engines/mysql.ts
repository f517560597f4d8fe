/** @module MySQL: what the official image `mysql` expects and offers. */
import { pinnedVersions } from '../../api/defaults.ts';
import type { Engine, EngineSetup } from './engine.ts';
import { refuseDowngrade, refuseStep } from './moves.ts';
import { probesOf } from './probes.ts';
import { belongsTo } from './versions.ts';

/** A server upgrades data written by the series before its own, and by no older one. */
const UPGRADE_PATH = ['5.7', '8.0', '8.4', '9'];

/** MySQL. */
export const mysql: Engine = {
  dbtype: 'mysql',
  title: 'MySQL',
  imageName: 'mysql',
  defaultVersion: pinnedVersions.mysql,
  currentLts: '8.4',
  series: [
    { series: '5.7', lastFixes: '2023-10' },
    { series: '8.0', lastFixes: '2026-04' },
    { series: '8.4', lts: true, lastFixes: '2032-04' },
    { series: '9.7', lts: true, lastFixes: '2034-04' },
    { series: '9', lastFixes: '2026-04' },
    { series: '26.7' },
  ],
  port: 3306,
  protocol: 'mysql',
  rootUser: 'root',
  singleUser: false,
  stopSeconds: 60,
  requests: { cpu: '100m', memory: '512Mi' },
  userId: () => 999,
  paths: () => ({
    data: '/var/lib/mysql',
    runtime: '/var/run/mysqld',
    configFile: '/etc/mysql/conf.d/dbm.cnf',
  }),
  environment: ({ rootPasswordFile, userPasswordFile, database, username }) => [
    { name: 'MYSQL_ROOT_PASSWORD_FILE', value: rootPasswordFile },
    ...(database === undefined ? [] : [{ name: 'MYSQL_DATABASE', value: database }]),
    ...(username === undefined ? [] : [{ name: 'MYSQL_USER', value: username }]),
    ...(userPasswordFile === undefined ? [] : [{ name: 'MYSQL_PASSWORD_FILE', value: userPasswordFile }]),
  ],
  configArguments: () => [],
  probes: (setup) =>
    probesOf({ alive: client(setup, 'mysqladmin', 'ping'), login: client(setup, 'mysql', "-e 'SELECT 1'") }),
  moveRefusal: (from, to) => refuseDowngrade('MySQL', from, to) ?? refuseSkip(from, to),
};

/**
 * Over TCP, since the temporary server of the first start listens on its socket only; the password by environment,
 * since arguments are visible to everybody on the node. `mysqladmin ping` succeeds when the password is refused too.
 */
function client({ rootPasswordFile }: EngineSetup, program: string, request: string): string {
  return `MYSQL_PWD="$(cat ${rootPasswordFile})" exec ${program} --no-defaults -h 127.0.0.1 -P 3306 -u root ${request}`;
}

function refuseSkip(from: string, to: string): string | undefined {
  const start = UPGRADE_PATH.findIndex((series) => belongsTo(from, series));
  const end = UPGRADE_PATH.findIndex((series) => belongsTo(to, series));
  return start >= 0 && end > start + 1 ? refuseStep('MySQL', from, to, UPGRADE_PATH[start + 1]) : undefined;
}

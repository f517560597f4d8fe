/** @module MariaDB: what the official image `mariadb` expects and offers. */
import { pinnedVersions } from '../../api/defaults.ts';
import type { Engine, EngineSetup } from './engine.ts';
import { refuseDowngrade } from './moves.ts';
import { probesOf } from './probes.ts';

/** MariaDB. Its images have no program named `mysql…` from 11 on; `mariadb` and `mariadb-admin` exist since 10.4. */
export const mariadb: Engine = {
  dbtype: 'mariadb',
  title: 'MariaDB',
  imageName: 'mariadb',
  defaultVersion: pinnedVersions.mariadb,
  currentLts: '11.8',
  series: [
    { series: '10.6', lastFixes: '2026-07' },
    { series: '10.7', lastFixes: '2023-02' },
    { series: '10.11', lts: true, lastFixes: '2028-02' },
    { series: '11.4', lts: true, lastFixes: '2029-05' },
    { series: '11.8', lts: true, lastFixes: '2028-06' },
    { series: '12.0', lastFixes: '2025-11' },
    { series: '12.1', lastFixes: '2026-02' },
    { series: '12.2', lastFixes: '2026-05' },
    { series: '12.3', lts: true },
  ],
  port: 3306,
  protocol: 'mysql',
  rootUser: 'root',
  singleUser: false,
  stopSeconds: 60,
  requests: { cpu: '100m', memory: '256Mi' },
  userId: () => 999,
  paths: () => ({ data: '/var/lib/mysql', runtime: '/run/mysqld', configFile: '/etc/mysql/conf.d/dbm.cnf' }),
  environment: ({ rootPasswordFile, userPasswordFile, database, username }) => [
    { name: 'MARIADB_ROOT_PASSWORD_FILE', value: rootPasswordFile },
    ...(database === undefined ? [] : [{ name: 'MARIADB_DATABASE', value: database }]),
    ...(username === undefined ? [] : [{ name: 'MARIADB_USER', value: username }]),
    ...(userPasswordFile === undefined ? [] : [{ name: 'MARIADB_PASSWORD_FILE', value: userPasswordFile }]),
    // The image upgrades the system tables of older data only when told so.
    { name: 'MARIADB_AUTO_UPGRADE', value: '1' },
  ],
  configArguments: () => [],
  probes: (setup) =>
    probesOf({
      alive: client(setup, 'mariadb-admin', 'ping'),
      login: client(setup, 'mariadb', "-e 'SELECT 1'"),
    }),
  moveRefusal: (from, to) => refuseDowngrade('MariaDB', from, to),
};

/** As for MySQL: TCP, and no password among the arguments. */
function client({ rootPasswordFile }: EngineSetup, program: string, request: string): string {
  return `MYSQL_PWD="$(cat ${rootPasswordFile})" exec ${program} --no-defaults -h 127.0.0.1 -P 3306 -u root ${request}`;
}

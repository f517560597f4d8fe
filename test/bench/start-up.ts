/** @module How long commands take from start to exit, in ratio to an empty Node program. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, type Report } from './report.ts';

const DBM = join(import.meta.dirname, '../../bin/run.js');
const RUNS = 15;
const INSTANCES = 20;

/** Runs each command 15 times, alternating, over a sandbox with 20 instances. Needs `npm run build`. */
export function benchStartUp(report: Report): void {
  const dir = mkdtempSync(join(tmpdir(), 'dbm-bench-'));
  try {
    const env = {
      PATH: process.env.PATH,
      HOME: dir,
      XDG_CACHE_HOME: join(dir, 'cache'),
      DBM_SANDBOX_FILE: join(dir, 'sandbox.db'),
    };
    run(['install-crd'], env);
    for (let i = 0; i < INSTANCES; i++) run(['create', 'mysql', `db-${i}`, '--no-wait'], env);
    const commands = {
      'node -e 0': () => node(['-e', '0'], env),
      'dbm version': () => run(['version'], env),
      'dbm --help': () => run(['--help'], env),
      'dbm get, 20 instances, sandbox': () => run(['get'], env),
      'dbm reconcile --once, 20 instances, sandbox': () => run(['reconcile', '--once'], env),
    };
    const times = new Map(Object.keys(commands).map((name) => [name, [] as number[]]));
    for (let i = 0; i < RUNS; i++)
      for (const [name, command] of Object.entries(commands)) times.get(name)?.push(timed(command));
    const base = median(times.get('node -e 0') ?? []);
    for (const [what, values] of times) {
      const value = median(values);
      report.add({ bench: 'start-up', what, value, unit: 'ms', ratio: value / base, to: 'node -e 0' });
    }
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): void {
  node([DBM, ...args], env);
}

function node(args: readonly string[], env: NodeJS.ProcessEnv): void {
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} exited with ${status}: ${stderr}`);
}

function timed(command: () => void): number {
  const start = performance.now();
  command();
  return performance.now() - start;
}

/** @module Runs the built program as a user does: a process of its own against the server of a kubeconfig. */
import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { projectRoot } from './modules.ts';
import type { TestServer } from './server.ts';

/** What a run left. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From the last output to the end, in milliseconds. */
  readonly lingeredMs: number;
}

/** A run that goes on until it is stopped. */
export interface Running {
  /** Resolves when stdout or stderr has said something that matches; rejects when the program ends without. */
  says(pattern: RegExp): Promise<void>;
  stop(signal: NodeJS.Signals): Promise<Ended>;
}

export interface Program {
  /** Runs to the end: `dbm('get -n t')`; pass an array for arguments with spaces. */
  dbm(line: string | readonly string[], input?: string): Promise<Ended>;
  start(line: string): Running;
}

/** dbm with a home of its own, acting on the test's server and namespace. */
export async function program(t: TestContext, server: TestServer): Promise<Program> {
  const home = await mkdtemp(join(tmpdir(), 'dbm-program-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const open = (line: string | readonly string[]) => {
    const words = typeof line === 'string' ? line.split(' ') : line;
    const child = spawn(process.execPath, [join(projectRoot, 'bin', 'run.js'), ...words, ...target(server)], {
      cwd: projectRoot,
      env: { PATH: process.env.PATH ?? '', HOME: home, CI: 'true' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    t.after(() => child.kill('SIGKILL'));
    return child;
  };
  return {
    dbm: (line, input = '') => {
      const child = open(line);
      child.stdin.end(input);
      return new Output(child).ended;
    },
    start: (line) => {
      const child = open(line);
      child.stdin.end();
      const output = new Output(child);
      return {
        says: (pattern) => output.says(pattern),
        stop: (signal) => {
          child.kill(signal);
          return output.ended;
        },
      };
    },
  };
}

/** The run, which must have ended with 0. */
export function succeeded(ended: Ended): Ended {
  assert.equal(ended.code, 0, ended.stderr + ended.stdout);
  return ended;
}

/** The audit log tells the program by its own user, where the control plane has one. */
function target(server: TestServer): readonly string[] {
  const context = process.env.DBM_TEST_AUDIT_LOG === undefined ? [] : ['--context', 'dbm'];
  return ['--kubeconfig', server.kubeconfig ?? '', ...context];
}

class Output {
  readonly ended: Promise<Ended>;
  #stdout = '';
  #stderr = '';
  #lastOutput = performance.now();
  readonly #waiting = new Set<() => void>();

  constructor(child: ChildProcessWithoutNullStreams) {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text;
      this.#check();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
      this.#check();
    });
    this.ended = new Promise((resolve) => {
      child.once('close', (code) => {
        const lingeredMs = performance.now() - this.#lastOutput;
        resolve({ code, stdout: this.#stdout, stderr: this.#stderr, lingeredMs });
      });
    });
  }

  says(pattern: RegExp): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        if (!pattern.test(this.#stdout) && !pattern.test(this.#stderr)) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
      void this.ended.then(({ stderr }) => reject(new Error(`ended without saying ${pattern}: ${stderr}`)));
      check();
    });
  }

  #check(): void {
    this.#lastOutput = performance.now();
    for (const check of [...this.#waiting]) check();
  }
}

/** @module The three probes of a database container, from the two questions an engine knows how to ask. */
import type { EngineProbes } from './engine.ts';

/** First start: initialisation or crash recovery may take so long, in seconds. Killing it half-way would leave half a database. */
export const STARTUP_BUDGET_SECONDS = 600;

const STARTUP_PERIOD_SECONDS = 3;

/** Shell commands: `alive` succeeds once the server answers at all, `login` once it lets the administrator in. */
export interface ProbeCommands {
  readonly alive: string;
  readonly login: string;
}

/** Exec probes of the two commands. Only a server that stopped answering is killed; a wrong password never is. */
export function probesOf({ alive, login }: ProbeCommands): EngineProbes {
  return {
    startupProbe: {
      exec: { command: shell(alive) },
      periodSeconds: STARTUP_PERIOD_SECONDS,
      timeoutSeconds: 5,
      failureThreshold: STARTUP_BUDGET_SECONDS / STARTUP_PERIOD_SECONDS,
    },
    livenessProbe: {
      exec: { command: shell(alive) },
      periodSeconds: 10,
      timeoutSeconds: 5,
      failureThreshold: 6,
    },
    readinessProbe: {
      exec: { command: shell(login) },
      periodSeconds: 5,
      timeoutSeconds: 5,
      failureThreshold: 3,
    },
  };
}

function shell(command: string): string[] {
  return ['/bin/sh', '-c', command];
}

/** @module The stages that every controller has. */
import type { Informers } from '../cache/informers.ts';
import { type ControllerOptions, runWorkers } from '../controller/controller.ts';
import type { Gate } from '../controller/gate.ts';
import type { EventRecorder } from '../events/recorder.ts';
import type { LeaderElector } from '../leaderelection/leader-elector.ts';
import type { Stage } from './run-stages.ts';
import { untilAborted } from './until-aborted.ts';

/** Starts when every cache is filled. */
export function cachesStage(informers: Informers): Stage {
  const end = new AbortController();
  let running: Promise<void> | undefined;
  return {
    async start(signal, fail) {
      running = informers.run(end.signal).catch(fail);
      await untilAborted(informers.synced(), signal);
    },
    async stop() {
      end.abort();
      await running;
    },
  };
}

export interface Leadership {
  readonly elector: LeaderElector;
  /** Open while leading. */
  readonly gate: Gate;
  /** Called at the beginning of each term. Must not throw. */
  readonly onLeading: () => void;
  /** Leadership was lost, and is sought anew. Must not throw. */
  readonly onLost: (error: unknown) => void;
}

/**
 * Starts on becoming the leader, and gives that up on stopping. When leadership is lost meanwhile the gate closes, and
 * opens again once it is regained; fails when it cannot be.
 */
export function leaderElectionStage({ elector, gate, onLeading, onLost }: Leadership): Stage {
  const end = new AbortController();
  let leading: Promise<void> | undefined;
  const begin = () => {
    onLeading();
    gate.open();
  };
  const lead = async () => {
    for (;;) {
      try {
        return await elector.hold(end.signal);
      } catch (error) {
        gate.close(error);
        onLost(error);
      }
      await elector.acquire(end.signal);
      begin();
    }
  };
  return {
    async start(signal, fail) {
      await elector.acquire(signal);
      begin();
      leading = lead().catch((error: unknown) => {
        if (!end.signal.aborted) fail(error);
      });
    },
    async stop() {
      end.abort();
      await leading;
      await elector.release();
    },
  };
}

/** For a controller without leader election: its workers are always let in. */
export function openGateStage(gate: Gate): Stage {
  return { start: async () => gate.open(), stop: async () => {} };
}

/** Writes what was recorded before whatever started earlier stops. */
export function eventsStage(recorder: EventRecorder): Stage {
  return { start: async () => {}, stop: (cutOff) => untilAborted(recorder.flush(), cutOff) };
}

/** Ends passes under way only when stopping is cut off. */
export function workersStage(options: ControllerOptions): Stage {
  const stopped = new AbortController();
  let running: Promise<void> | undefined;
  return {
    async start(_signal, fail) {
      running = runWorkers(options, stopped.signal).catch(fail);
    },
    async stop(cutOff) {
      const onCutOff = () => options.gate.close(cutOff.reason);
      cutOff.addEventListener('abort', onCutOff, { once: true });
      if (cutOff.aborted) onCutOff();
      stopped.abort();
      await running;
      cutOff.removeEventListener('abort', onCutOff);
    },
  };
}

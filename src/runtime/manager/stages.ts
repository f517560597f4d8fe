/** @module The stages that every controller has. */
import type { Informers } from '../cache/informers.ts';
import { type ControllerOptions, runWorkers } from '../controller/controller.ts';
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

/** Starts on becoming the leader, fails when leadership is lost, and gives it up on stopping. */
export function leaderElectionStage(elector: LeaderElector): Stage {
  const end = new AbortController();
  let holding: Promise<void> | undefined;
  return {
    async start(signal, fail) {
      await elector.acquire(signal);
      holding = elector.hold(end.signal).catch(fail);
    },
    async stop() {
      end.abort();
      await holding;
      await elector.release();
    },
  };
}

/** Writes what was recorded before whatever started earlier stops. */
export function eventsStage(recorder: EventRecorder): Stage {
  return { start: async () => {}, stop: (cutOff) => untilAborted(recorder.flush(), cutOff) };
}

/** Ends passes under way only when stopping is cut off. */
export function workersStage(options: ControllerOptions): Stage {
  const stopped = new AbortController();
  const aborted = new AbortController();
  let running: Promise<void> | undefined;
  return {
    async start(_signal, fail) {
      running = runWorkers(options, { stop: stopped.signal, abort: aborted.signal }).catch(fail);
    },
    async stop(cutOff) {
      const onCutOff = () => aborted.abort(cutOff.reason);
      cutOff.addEventListener('abort', onCutOff, { once: true });
      if (cutOff.aborted) onCutOff();
      stopped.abort();
      await running;
      cutOff.removeEventListener('abort', onCutOff);
    },
  };
}

/** @module Tells people when a cache cannot follow the server, and when it can again. */
import { resourceName } from '../../kube/resource.ts';
import { isExpired, isForbidden, isNotFound } from '../../kube/status-error.ts';
import type { CacheScope } from '../cache/informers.ts';
import type { ReflectorState } from '../cache/reflector.ts';
import type { Logger } from './logger.ts';

/** Warns of each problem once, until it is over or another one. */
export function reportState(logger: Logger): (state: ReflectorState, of: CacheScope) => void {
  const told = new Map<string, string>();
  return (state, { resource, namespace }) => {
    const what = { resource: resourceName(resource), ...(namespace === undefined ? {} : { namespace }) };
    const cache = JSON.stringify(what);
    if (state.name === 'wait') {
      const { problem: error, ms } = state;
      const message = messageOf(error);
      const isKnown = told.get(cache) === message;
      told.set(cache, message);
      const fields = { ...what, error, retryInMs: Math.round(ms) };
      if (isKnown) logger.debug(message, fields);
      else if (isExpired(error)) logger.info(message, fields);
      else logger.warn(message, fields);
    } else if (state.name === 'watch' && state.open && told.delete(cache)) {
      logger.info('Watching again', what);
    } else {
      logger.trace('a cache changed its state', { ...what, state: state.name });
    }
  };
}

function messageOf(error: unknown): string {
  if (isNotFound(error)) return 'The server has no such resource yet; waiting for it to be installed';
  if (isForbidden(error)) return 'The server forbids to list or watch; waiting for the right to';
  if (isExpired(error)) return 'The watch fell too far behind; listing anew';
  return 'The server cannot be followed; trying again';
}

/** @module Removes events an hour after they were last seen, as the API server's time to live does. */
import { formatKey, keyOf, parseKey } from '../../kube/object.ts';
import { coreEvents } from '../../kube/resources.ts';
import type { SimulatedController } from '../world.ts';
import { millisecondsOf } from './times.ts';

const TIME_TO_LIVE_MS = 3_600_000;
const NAME = 'event-expiry';

export const eventExpiry: SimulatedController = {
  name: NAME,
  concerns: ({ type, object }) =>
    type === 'ADDED' && object.kind === 'Event' ? [formatKey(keyOf(object))] : [],
  reconcile(world, key) {
    const event = world.get(coreEvents, parseKey(key));
    if (event === undefined) return;
    const { lastTimestamp, eventTime, series, metadata } = event;
    // the real clock starts at the write; what an event says of its time may be long ago
    const times = [metadata.creationTimestamp, lastTimestamp, eventTime, series?.lastObservedTime];
    const seen = Math.max(...times.map((time) => millisecondsOf(time)));
    const expires = (seen === 0 ? world.now : seen) + TIME_TO_LIVE_MS;
    if (expires <= world.now) world.delete(coreEvents, parseKey(key));
    else world.wakeAt(expires, NAME, key);
  },
};

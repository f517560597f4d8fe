/** @module Writes one event to the server, in the version that it has. */
import type { Writer } from '../../kube/client.ts';
import { coreEvents, events } from '../../kube/resources.ts';
import { isAlreadyExists, isNotFound, type StatusError } from '../../kube/status-error.ts';
import {
  coreEventBody,
  coreEventPatch,
  type EventSource,
  eventBody,
  eventNamespace,
  eventPatch,
} from './event-body.ts';
import type { Series } from './event-correlator.ts';

/** Resolves when the server has the series as it is now. Rejects as the writer does. */
export type EventWriter = (series: Series) => Promise<void>;

/** Remembers after the first refusal that a server has no `events.k8s.io/v1`. */
export function createEventWriter(
  client: Pick<Writer, 'create' | 'patch'>,
  source: EventSource,
): EventWriter {
  let hasEventsGroup = true;

  const create = async (series: Series): Promise<void> => {
    if (!hasEventsGroup) return void (await client.create(coreEvents, coreEventBody(series, source)));
    try {
      await client.create(events, eventBody(series, source));
    } catch (error) {
      if (!isNotFound(error) || isNamespaceMissing(error)) throw error;
      hasEventsGroup = false;
      await create(series);
    }
  };

  const patch = async (series: Series): Promise<void> => {
    const key = { namespace: eventNamespace(series.note.regarding), name: series.name };
    if (hasEventsGroup) await client.patch(events, key, { type: 'merge', body: eventPatch(series) });
    else await client.patch(coreEvents, key, { type: 'merge', body: coreEventPatch(series) });
  };

  return async (series) => {
    if (series.writtenCount === 0) return create(series).catch(unlessPresent);
    try {
      await patch(series);
    } catch (error) {
      // Servers forget events after an hour.
      if (!isNotFound(error)) throw error;
      await create(series).catch(unlessPresent);
    }
  };
}

/** An answer that got lost on its way: the event is there. */
function unlessPresent(error: unknown): void {
  if (!isAlreadyExists(error)) throw error;
}

function isNamespaceMissing({ status }: StatusError): boolean {
  return status.details?.kind === 'namespaces';
}

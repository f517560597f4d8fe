/** @module Events as objects of the API, in both of its versions. */
import { formatMicroTime, formatTime } from '../../kube/micro-time.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { CoreEvent, Event } from '../../kube/resources.ts';

/** What happened to which object. */
export interface EventNote {
  readonly type: 'Normal' | 'Warning';
  /** One CamelCase word. */
  readonly reason: string;
  readonly message: string;
  readonly regarding: KubeObject;
}

/** Who says so. */
export interface EventSource {
  readonly component: string;
  /** The machine, or the pod. */
  readonly instance: string;
}

/** A note that was made `count` times. Times in ms since 1970. */
export interface Occurrences {
  readonly name: string;
  readonly note: EventNote;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly count: number;
}

/** The server refuses longer texts. */
const MAX_NOTE = 1024;
const MAX_NAME = 253;
/** What the controller was doing; events.k8s.io demands a word for it. */
const ACTION = 'Reconcile';
/** Events of cluster-scoped objects live here. */
const DEFAULT_NAMESPACE = 'default';

/** `orders.17a4b…`: the object's name, cut where needed, and `suffix`. */
export function eventName({ metadata }: KubeObject, suffix: string): string {
  const stem = (metadata.name ?? '').slice(0, MAX_NAME - suffix.length - 1).replace(/[^a-z0-9]+$/, '');
  return `${stem}.${suffix}`;
}

/** The namespace that the events about an object live in. */
export function eventNamespace({ metadata }: KubeObject): string {
  return metadata.namespace ?? DEFAULT_NAMESPACE;
}

/** For `events.k8s.io/v1`. */
export function eventBody(what: Occurrences, { component, instance }: EventSource): Event {
  const { note, firstAt } = what;
  return {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: what.name, namespace: eventNamespace(note.regarding) },
    eventTime: formatMicroTime(firstAt),
    type: note.type,
    reason: note.reason,
    action: ACTION,
    note: note.message.slice(0, MAX_NOTE),
    regarding: referenceTo(note.regarding),
    reportingController: component,
    reportingInstance: instance,
    ...seriesOf(what),
  };
}

/** What a repetition changes in an `events.k8s.io/v1` event: a merge patch. */
export function eventPatch(what: Occurrences): unknown {
  return seriesOf(what);
}

/** For servers without `events.k8s.io/v1`. */
export function coreEventBody(what: Occurrences, { component, instance }: EventSource): CoreEvent {
  const { note, firstAt } = what;
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: what.name, namespace: eventNamespace(note.regarding) },
    type: note.type,
    reason: note.reason,
    message: note.message.slice(0, MAX_NOTE),
    involvedObject: referenceTo(note.regarding),
    source: { component, host: instance },
    firstTimestamp: formatTime(firstAt),
    ...countOf(what),
  };
}

/** What a repetition changes in a core event: a merge patch. */
export function coreEventPatch(what: Occurrences): unknown {
  return countOf(what);
}

function seriesOf({ count, lastAt }: Occurrences) {
  return count < 2 ? {} : { series: { count, lastObservedTime: formatMicroTime(lastAt) } };
}

function countOf({ count, lastAt }: Occurrences) {
  return { count, lastTimestamp: formatTime(lastAt) };
}

function referenceTo({ apiVersion, kind, metadata }: KubeObject) {
  const { namespace, name, uid, resourceVersion } = metadata;
  return {
    apiVersion,
    kind,
    ...(name === undefined ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
}

/** @module Times as the API writes them. */

/** A MicroTime (`renewTime` of a Lease, `eventTime` of an Event): RFC 3339 with exactly six digits. */
export function formatMicroTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z');
}

/** A Time (creationTimestamp, lastTransitionTime): RFC 3339 in whole seconds, cut off. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

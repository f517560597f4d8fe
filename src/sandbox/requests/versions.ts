/** @module What a resourceVersion parameter may be. */
import { badRequest, expired, tooLargeVersion } from './refusals.ts';

interface State {
  readonly revision: number;
  readonly compacted: number;
}

/** The number; undefined for none. Throws BadRequest on anything but digits. */
export function parseVersion(text: string): number | undefined {
  if (text === '') return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw badRequest(
    `resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`,
  );
}

/** Throws Timeout (cause ResourceVersionTooLarge) for a version that is still to come. */
export function requireKnownVersion({ revision }: State, text: string): void {
  const version = parseVersion(text);
  if (version !== undefined && version > revision) throw tooLargeVersion(version, revision);
}

/** Throws Expired for a version whose history is gone. */
export function requireKept({ compacted }: State, version: number): void {
  if (version < compacted) throw expired(`too old resource version: ${version} (${compacted})`);
}

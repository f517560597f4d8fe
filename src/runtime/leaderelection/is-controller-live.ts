/** @module Whether a controller is at work, for those who would do its work otherwise. */
import type { Reader } from '../../kube/client.ts';
import { type Clock, systemClock } from '../../kube/clock.ts';
import { type Lease, leases } from '../../kube/resources.ts';
import { isNotFound } from '../../kube/status-error.ts';
import { DEFAULT_LEASE } from './lease-record.ts';

/** A leader renews every 2 s: what was renewed this recently, by clocks that agree, is alive. */
const FRESH_MS = 5000;
/** Clocks of machines differ by less than this; a lease as old is nobody's. */
const OLD_MS = 3_600_000;
/** Within this a leader has renewed once, whatever its clock says. */
const RENEWAL_MS = 3000;

/**
 * Whether somebody holds the controller's lease and renews it. Takes up to 3 s in case of doubt: when the time in the
 * lease is not recent, it waits for a renewal. Rejects as the reader does, also with Forbidden, and with the signal's
 * reason when aborted.
 */
export async function isControllerLive(
  client: Pick<Reader, 'get'>,
  clock: Clock = systemClock,
  signal?: AbortSignal,
): Promise<boolean> {
  const first = await readLease(client, signal);
  if (!isHeld(first)) return false;
  const age = Math.abs(clock.now() - Date.parse(first?.spec?.renewTime ?? ''));
  if (age <= FRESH_MS) return true;
  if (!(age < OLD_MS)) return false;
  await clock.sleep(RENEWAL_MS, signal);
  const second = await readLease(client, signal);
  return isHeld(second) && second?.spec?.renewTime !== first?.spec?.renewTime;
}

function isHeld(lease: Lease | undefined): boolean {
  return (lease?.spec?.holderIdentity ?? '') !== '';
}

async function readLease(
  client: Pick<Reader, 'get'>,
  signal: AbortSignal | undefined,
): Promise<Lease | undefined> {
  try {
    return await client.get(leases, DEFAULT_LEASE, { signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** @module Leadership by a Lease: at most one of many controllers writes. */
import type { Reader, Writer } from '../../kube/client.ts';
import { type Clock, systemClock } from '../../kube/clock.ts';
import { formatKey, type ObjectKey } from '../../kube/object.ts';
import { type Lease, leases } from '../../kube/resources.ts';
import { isAlreadyExists, isConflict, isForbidden, isNotFound } from '../../kube/status-error.ts';
import { withTimeLimit } from '../controller/with-time-limit.ts';
import { LeaderElectionError } from './leader-election-error.ts';
import { claimedLease, releasedLease } from './lease-record.ts';

export interface LeaderElectionSettings {
  readonly lease: ObjectKey;
  /** Unique among the candidates. */
  readonly identity: string;
  /** How long others wait after the last renewal they saw. Default 15 000. */
  readonly leaseDurationMs?: number;
  /** After so long without a renewal the leader steps down; below leaseDurationMs. Default 10 000. */
  readonly renewDeadlineMs?: number;
  /** Between two attempts to acquire or renew. Default 2000. */
  readonly retryPeriodMs?: number;
}

export interface LeaderElectorOptions extends LeaderElectionSettings {
  readonly client: Pick<Reader, 'get'> & Pick<Writer, 'create' | 'replace'>;
  readonly clock?: Clock;
  /** An attempt failed for a reason that may pass. Must not throw. */
  readonly onProblem?: (error: unknown) => void;
  /** Somebody leads, told when it changes. Must not throw. */
  readonly onHolder?: (identity: string) => void;
}

/** For a release on shutdown: it must not hang on a server that is gone. */
const RELEASE_MS = 5000;

/**
 * Flow: {@link LeaderElector.acquire} → {@link LeaderElector.hold} → {@link LeaderElector.release}.
 *
 * Guarantees: a foreign lease is taken only after it has not changed for its whole duration on our own monotonic
 * clock, so other machines' clocks do not matter. {@link LeaderElector.isLeader} turns false a renewal deadline after
 * the last renewal was *sent*, at once when asked, also in a process that was frozen meanwhile; by default that is
 * 5 s before anybody else may lead.
 *
 * Assumptions: clocks of all machines run at about the same rate; candidates use the same durations.
 *
 * Caveats: as in client-go no fencing takes place on the server: a request that was sent while leading may reach
 * it late. A monotonic clock that stands still while a machine sleeps is caught by nothing.
 */
export class LeaderElector {
  readonly #options: LeaderElectorOptions;
  readonly #clock: Clock;
  readonly #durationMs: number;
  readonly #deadlineMs: number;
  readonly #retryMs: number;
  #observed: { readonly lease: Lease; readonly at: number } | undefined;
  /** When the last successful claim was sent. */
  #renewedAt: number | undefined;
  #holder: string | undefined;

  /** Throws a RangeError when the durations make no sense. */
  constructor(options: LeaderElectorOptions) {
    const {
      clock = systemClock,
      leaseDurationMs = 15_000,
      renewDeadlineMs = 10_000,
      retryPeriodMs = 2000,
    } = options;
    if (!(leaseDurationMs > renewDeadlineMs && renewDeadlineMs > retryPeriodMs && retryPeriodMs > 0))
      throw new RangeError('leader election needs lease duration > renew deadline > retry period > 0');
    this.#options = options;
    this.#clock = clock;
    this.#durationMs = leaseDurationMs;
    this.#deadlineMs = renewDeadlineMs;
    this.#retryMs = retryPeriodMs;
  }

  /** Whether writing is allowed now. */
  get isLeader(): boolean {
    return this.#renewedAt !== undefined && this.#clock.monotonic() - this.#renewedAt < this.#deadlineMs;
  }

  /**
   * Resolves on becoming the leader. Rejects with the signal's reason when aborted, and with a LeaderElectionError
   * when the Lease may not be read or written at all.
   */
  async acquire(signal: AbortSignal): Promise<void> {
    while (!(await this.#attempt(this.#deadlineMs / 2, signal)))
      await this.#clock.sleep(this.#retryMs * (1 + Math.random() * 0.2), signal);
  }

  /**
   * Renews until `signal` is aborted, then resolves, still leading. Rejects with a LeaderElectionError when leadership
   * is lost.
   */
  async hold(signal: AbortSignal): Promise<void> {
    for (;;) {
      // The only rejection is the abort, which ends the loop.
      await this.#clock.sleep(this.#retryMs, signal).catch(() => undefined);
      if (signal.aborted) return;
      const left = (this.#renewedAt ?? 0) + this.#deadlineMs - this.#clock.monotonic();
      // Half of the deadline leaves time for another attempt when a request hangs.
      if (left > 0)
        await this.#attempt(Math.min(left, this.#deadlineMs / 2), signal).catch(unlessAborted(signal));
      if (signal.aborted) return;
      if (!this.isLeader) throw this.#lost();
    }
  }

  /** Gives the lease up for others to take at once, if it is still ours. Never rejects; takes 5 s at most. */
  async release(): Promise<void> {
    if (!this.isLeader || this.#observed === undefined) return;
    const { lease } = this.#observed;
    this.#renewedAt = undefined;
    try {
      await this.#within(RELEASE_MS, undefined, (signal) => this.#free(lease, signal));
    } catch (error) {
      // It runs out by itself, only later.
      this.#options.onProblem?.(error);
    }
  }

  async #free(lease: Lease, signal: AbortSignal): Promise<void> {
    const { client, identity } = this.#options;
    try {
      await client.replace(leases, releasedLease(lease, this.#clock.now()), { signal });
    } catch (error) {
      // Stopping may have cut off a renewal that the server had already stored.
      const present = isConflict(error) ? await this.#read(signal) : undefined;
      if (present?.spec?.holderIdentity !== identity) throw error;
      await client.replace(leases, releasedLease(present, this.#clock.now()), { signal });
    }
  }

  /** Whether the lease is ours now. Rejects when aborted, and when a candidate may not have the Lease at all. */
  async #attempt(limitMs: number, signal: AbortSignal): Promise<boolean> {
    try {
      return await this.#within(limitMs, signal, (limit) => this.#claim(limit));
    } catch (error) {
      signal.throwIfAborted();
      if (!this.isLeader && (isForbidden(error) || isNamespaceMissing(error))) throw this.#refused(error);
      this.#options.onProblem?.(error);
      return this.isLeader;
    }
  }

  async #claim(signal: AbortSignal): Promise<boolean> {
    const { client, lease: key } = this.#options;
    // A leader's own copy is current unless somebody took the lease; then the write conflicts.
    const current = this.isLeader ? this.#observed?.lease : await this.#read(signal);
    if (current !== undefined && !this.#mayTake(current)) return false;
    const sentAt = this.#clock.monotonic();
    const claimed = claimedLease(key, this.#claimNow(), current);
    try {
      const stored =
        current === undefined
          ? await client.create(leases, claimed, { signal })
          : await client.replace(leases, claimed, { signal });
      this.#see(stored);
      this.#renewedAt = sentAt;
      return true;
    } catch (error) {
      if (!isConflict(error) && !isAlreadyExists(error) && !isNotFound(error)) throw error;
      return this.#afterConflict(error, signal);
    }
  }

  /** Somebody changed the lease: only if that left it ours are we still its holder. */
  async #afterConflict(error: unknown, signal: AbortSignal): Promise<boolean> {
    if (isNamespaceMissing(error)) throw error;
    const present = await this.#read(signal);
    if (present === undefined || present.spec?.holderIdentity === this.#options.identity)
      return this.isLeader;
    this.#renewedAt = undefined;
    return false;
  }

  async #read(signal: AbortSignal): Promise<Lease | undefined> {
    try {
      const lease = await this.#options.client.get(leases, this.#options.lease, { signal });
      this.#see(lease);
      return lease;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  #within<T>(
    ms: number,
    outer: AbortSignal | undefined,
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const late = () => new LeaderElectionError(`no answer about the lease ${this.#name} within ${ms} ms`);
    return withTimeLimit(run, { ms, signal: outer, clock: this.#clock, late });
  }

  #see(lease: Lease): void {
    if (this.#observed?.lease.metadata.resourceVersion !== lease.metadata.resourceVersion)
      this.#observed = { lease, at: this.#clock.monotonic() };
    const holder = lease.spec?.holderIdentity ?? '';
    if (holder !== this.#holder && holder !== '') this.#options.onHolder?.(holder);
    this.#holder = holder;
  }

  #mayTake({ spec }: Lease): boolean {
    const holder = spec?.holderIdentity ?? '';
    if (holder === '' || holder === this.#options.identity) return true;
    const durationMs =
      spec?.leaseDurationSeconds === undefined ? this.#durationMs : spec.leaseDurationSeconds * 1000;
    return this.#clock.monotonic() - (this.#observed?.at ?? Number.POSITIVE_INFINITY) >= durationMs;
  }

  #claimNow() {
    const { identity } = this.#options;
    return { identity, durationSeconds: Math.ceil(this.#durationMs / 1000), now: this.#clock.now() };
  }

  get #name(): string {
    return formatKey(this.#options.lease);
  }

  #lost(): LeaderElectionError {
    const by =
      this.#holder === this.#options.identity ? 'could not be renewed in time' : `is held by ${this.#holder}`;
    return new LeaderElectionError(`leadership was lost: the lease ${this.#name} ${by}`);
  }

  #refused(error: Error): LeaderElectionError {
    const cure =
      'Allow get, create and update of leases.coordination.k8s.io there, choose another namespace, or turn leader election off.';
    return new LeaderElectionError(
      `leader election needs the lease ${this.#name}: ${error.message}. ${cure}`,
      {
        cause: error,
      },
    );
  }
}

function unlessAborted(signal: AbortSignal): (error: unknown) => void {
  return (error) => {
    if (!signal.aborted) throw error;
  };
}

/** A Lease that is missing can be made; a namespace that is missing cannot. */
function isNamespaceMissing(error: unknown): error is Error {
  return isNotFound(error) && error.status.details?.kind === 'namespaces';
}

/** @module What the commands share that write a DatabaseManager: what happens after the write. */
import type { DatabaseManager } from '../api/database-manager.ts';
import type { Client } from '../kube/client.ts';
import { DbmCommand } from './base-command.ts';
import type { Attempts } from './errors/combine-failures.ts';
import { settle } from './follow/settle.ts';
import { standingNotice } from './follow/standing-notice.ts';

/** The value of the wait flags after parsing. */
interface WaitFlags {
  readonly wait?: boolean | undefined;
  readonly timeout?: number | undefined;
}

/** A command whose objects are brought on their way once they are written. */
export abstract class ChangingCommand extends DbmCommand {
  /**
   * Reconciles and follows what was written, says how each stands, and adds what failed now to what failed before.
   * Waiting is the default on a terminal.
   */
  protected async settled(
    client: Client,
    written: Attempts<DatabaseManager>,
    { wait, timeout }: WaitFlags,
  ): Promise<Attempts<DatabaseManager>> {
    if (written.results.length === 0) return written;
    const { results, failures } = await settle(client, written.results, {
      wait: wait ?? this.io.stderr.isTTY === true,
      timeoutMs: timeout,
      io: this.io,
    });
    for (const dm of results) this.notice(standingNotice(dm));
    return { results, failures: [...written.failures, ...failures] };
  }
}

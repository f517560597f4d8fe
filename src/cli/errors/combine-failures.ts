/** @module Several objects in one command: each is tried, and what failed is told together at the end. */
import { FAILED } from '../exit-codes.ts';
import { CliError } from './cli-error.ts';
import { type DescribedError, describeError } from './describe.ts';

/** One of several things that failed. */
export interface Failure {
  /** What it was: `default/orders`, `orders.yaml, document 2`. */
  readonly what: string;
  readonly error: unknown;
}

/** The successes of {@link tryEach} in order, and its failures. */
export interface Attempts<T> {
  readonly results: readonly T[];
  readonly failures: readonly Failure[];
}

/**
 * Runs `attempt` for each item, one after the other, whatever happened to those before. Only what concerns the
 * connection or the user's wish to stop ends it early: that error is thrown.
 */
export async function tryEach<Item, T>(
  items: readonly Item[],
  { what, attempt, signal }: EachOptions<Item, T>,
): Promise<Attempts<T>> {
  const results: T[] = [];
  const failures: Failure[] = [];
  for (const item of items) {
    try {
      results.push(await attempt(item));
    } catch (error) {
      if (isFatal(error, signal)) throw error;
      failures.push({ what: what(item), error });
    }
  }
  return { results, failures };
}

export interface EachOptions<Item, T> {
  readonly what: (item: Item) => string;
  readonly attempt: (item: Item) => Promise<T>;
  readonly signal: AbortSignal;
}

/** Whether trying the next object makes no sense: nobody answers or lets us in, the resource is missing, Ctrl-C. */
export function isFatal(error: unknown, signal: AbortSignal): boolean {
  const { exitCode, reason } = describeError(error, { signal });
  return (
    signal.aborted ||
    reason === 'Unreachable' ||
    reason === 'Unauthorized' ||
    reason === 'CrdMissing' ||
    exitCode >= 100
  );
}

/**
 * One error for all failures (at least one): itself when there is only one, else a count with a line for each.
 * `document` holds what did succeed.
 */
export function combineFailures(
  failures: readonly Failure[],
  { total, document }: { readonly total: number; readonly document?: Readonly<Record<string, unknown>> },
): CliError {
  const described = failures.map(({ what, error }) => ({ what, error, ...describeError(error, NEVER) }));
  const [first] = described;
  if (first !== undefined && total === 1) return single(first, document);
  const exitCodes = new Set(described.map(({ exitCode }) => exitCode));
  const [exitCode = FAILED] = exitCodes;
  return new CliError(`${failures.length} of ${total} failed`, {
    reason: first?.reason ?? 'Failed',
    exitCode: exitCodes.size === 1 ? exitCode : FAILED,
    causes: described.flatMap(causesOf),
    document,
  });
}

const NEVER = { signal: new AbortController().signal };

type Described = Failure & DescribedError;

function single(
  { message, reason, exitCode, causes, error }: Described,
  document: CliError['document'],
): CliError {
  return new CliError(message, { reason, exitCode, causes, cause: error, document });
}

function causesOf({ what, message, reason, causes }: Described) {
  return [
    { message: message.startsWith(what) ? message : `${what}: ${message}`, reason },
    ...causes.map((cause) => ({ ...cause, message: cause.message })),
  ];
}

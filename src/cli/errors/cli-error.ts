/** @module Failures that commands themselves find, with their exit code and machine-readable reason. */
import { FAILED, NOT_CONVERGED, USAGE } from '../exit-codes.ts';

/** One wrong field, shown on a line of its own. */
export interface FieldCause {
  /** A path such as `spec.replicas`. */
  readonly field?: string | undefined;
  readonly message: string;
  readonly reason?: string | undefined;
}

export interface CliErrorOptions {
  /** One CamelCase word. Default `Failed`. */
  readonly reason?: string;
  /** Default 1. */
  readonly exitCode?: number;
  readonly causes?: readonly FieldCause[];
  readonly cause?: unknown;
  /** What the JSON or YAML document holds beside `error`: the part that did succeed. */
  readonly document?: Readonly<Record<string, unknown>> | undefined;
}

/** A failure whose message is complete: what, where and the cure. */
export class CliError extends Error {
  override readonly name: string = 'CliError';
  /** The message as it was made: oclif writes over the messages of what flags throw. */
  readonly told: string;
  readonly reason: string;
  readonly exitCode: number;
  readonly causes: readonly FieldCause[];
  readonly document: Readonly<Record<string, unknown>> | undefined;

  constructor(message: string, options: CliErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.told = message;
    this.reason = options.reason ?? 'Failed';
    this.exitCode = options.exitCode ?? FAILED;
    this.causes = options.causes ?? [];
    this.document = options.document;
  }
}

/** Wrong flags, arguments or manifests. Nothing has been sent. */
export class UsageError extends CliError {
  override readonly name = 'UsageError';

  constructor(message: string, options: Omit<CliErrorOptions, 'exitCode'> = {}) {
    super(message, { reason: 'Usage', ...options, exitCode: USAGE });
  }
}

/** Stored, but not Ready (or not gone) in time, or Stalled. */
export class NotConvergedError extends CliError {
  override readonly name = 'NotConvergedError';

  constructor(message: string, options: Omit<CliErrorOptions, 'exitCode'> = {}) {
    super(message, { reason: 'NotConverged', ...options, exitCode: NOT_CONVERGED });
  }
}

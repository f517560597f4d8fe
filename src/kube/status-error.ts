/** @module The API server's refusals (`kind: Status`), recognised by reason and code, never by text. */

/** One cause of a refusal; `field` is a path such as `spec.replicas`. */
export interface StatusCause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

/** The `Status` object of an answer that is not a success. */
export interface Status {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly status: 'Failure' | 'Success';
  readonly message?: string;
  readonly reason?: string;
  readonly code: number;
  readonly details?: {
    readonly name?: string;
    readonly group?: string;
    readonly kind?: string;
    readonly uid?: string;
    readonly causes?: readonly StatusCause[];
    readonly retryAfterSeconds?: number;
  };
}

/** An answer of 400 and above, or an ERROR event of a watch. The message is the server's own. */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly status: Status;

  constructor(status: Status) {
    super(status.message ?? status.reason ?? `the server answered ${status.code}`);
    this.status = status;
  }

  get code(): number {
    return this.status.code;
  }

  /** `NotFound`, `Conflict`, …; '' where the server gave none. */
  get reason(): string {
    return this.status.reason ?? '';
  }

  get causes(): readonly StatusCause[] {
    return this.status.details?.causes ?? [];
  }

  /** How long the server asks to wait before the next try, in seconds. */
  get retryAfterSeconds(): number | undefined {
    return this.status.details?.retryAfterSeconds;
  }
}

export const isNotFound = (error: unknown): error is StatusError => hasCode(error, 404);
export const isUnauthorized = (error: unknown): error is StatusError => hasCode(error, 401);
export const isForbidden = (error: unknown): error is StatusError => hasCode(error, 403);
export const isInvalid = (error: unknown): error is StatusError => hasReason(error, 'Invalid');
export const isAlreadyExists = (error: unknown): error is StatusError => hasReason(error, 'AlreadyExists');
export const isConflict = (error: unknown): error is StatusError => hasReason(error, 'Conflict');
/** The resourceVersion or continue token is too old: list anew. */
export const isExpired = (error: unknown): error is StatusError => hasCode(error, 410);
/** The namespace is going away: nothing can be created in it any more. */
export const isNamespaceTerminating = (error: unknown): error is StatusError =>
  error instanceof StatusError && error.causes.some(({ reason }) => reason === 'NamespaceTerminating');

function hasCode(error: unknown, code: number): error is StatusError {
  return error instanceof StatusError && error.code === code;
}

function hasReason(error: unknown, reason: string): error is StatusError {
  return error instanceof StatusError && error.reason === reason;
}

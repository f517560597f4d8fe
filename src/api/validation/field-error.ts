/** @module One fault of an object: where, what was found, and what to write instead. */

/** `message` completes "FIELD …" and names the cure. `value` is absent when it is missing, large or an object. */
export interface FieldError {
  /** Path such as `spec.replicas` or `spec.pod.tolerations[0].effect`; '' for the whole object. */
  readonly field: string;
  readonly value?: unknown;
  readonly message: string;
}

/** `spec.replicas: must be an integer from 1 to 10, not "3"`: one line for conditions and terminals. */
export function describeFieldError({ field, value, message }: FieldError): string {
  const found =
    value === undefined ? '' : `, not ${typeof value === 'string' ? JSON.stringify(value) : value}`;
  return `${field === '' ? 'object' : field}: ${message}${found}`;
}

/** An error that shows the value when it is short: a long text may be a whole configuration file. */
export function fieldError(field: string, message: string, value?: unknown): FieldError {
  const shown = isShowable(value) ? { value } : {};
  return { field, ...shown, message };
}

const MAX_SHOWN_LENGTH = 100;

function isShowable(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= MAX_SHOWN_LENGTH;
  return typeof value === 'number' || typeof value === 'boolean';
}

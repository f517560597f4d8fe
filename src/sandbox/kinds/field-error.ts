/** @module One thing wrong with an object, worded as the API server words it. */
import type { StatusCause } from '../../kube/status-error.ts';

/** The reason of a cause (`FieldValueInvalid`), the path, and the text after the path. */
export interface FieldError {
  readonly reason: string;
  readonly field: string;
  readonly message: string;
}

export const required = (field: string, detail = ''): FieldError =>
  make('FieldValueRequired', field, detail === '' ? 'Required value' : `Required value: ${detail}`);

export const invalid = (field: string, value: unknown, detail: string): FieldError =>
  make('FieldValueInvalid', field, `Invalid value: ${quoted(value)}: ${detail}`);

export const typeInvalid = (field: string, value: unknown, detail: string): FieldError =>
  make('FieldValueTypeInvalid', field, `Invalid value: ${quoted(value)}: ${detail}`);

export const forbidden = (field: string, detail: string): FieldError =>
  make('FieldValueForbidden', field, `Forbidden: ${detail}`);

export const duplicate = (field: string, value: unknown): FieldError =>
  make('FieldValueDuplicate', field, `Duplicate value: ${quoted(value)}`);

export const notFoundValue = (field: string, value: unknown): FieldError =>
  make('FieldValueNotFound', field, `Not found: ${quoted(value)}`);

export const unsupported = (field: string, value: unknown, supported: readonly string[]): FieldError =>
  make(
    'FieldValueNotSupported',
    field,
    `Unsupported value: ${quoted(value)}: supported values: ${supported.map((v) => JSON.stringify(v)).join(', ')}`,
  );

export const tooLong = (field: string, max: number): FieldError =>
  make('FieldValueTooLong', field, `Too long: may not be more than ${max} bytes`);

export const tooMany = (field: string, actual: number, max: number): FieldError =>
  make('FieldValueTooMany', field, `Too many: ${actual}: must have at most ${max} items`);

export function toCause({ reason, field, message }: FieldError): StatusCause {
  return { reason, message, field };
}

/** As Go prints values in messages: text quoted, objects as JSON. */
function quoted(value: unknown): string {
  return value === null || value === undefined ? 'null' : JSON.stringify(value);
}

function make(reason: string, field: string, message: string): FieldError {
  return { reason, field, message };
}

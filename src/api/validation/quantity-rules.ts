/** @module Checks what CEL cannot say before Kubernetes 1.29: quantities compared by value. */
import { compareQuantities } from '../../kube/quantity.ts';
import type { DefaultedDatabaseManager } from '../defaults.ts';
import { quantitySchema } from '../schema/resource-requirements.ts';
import { type FieldError, fieldError } from './field-error.ts';
import { checkScalar } from './scalar.ts';

const schema = quantitySchema('');

/** Whether the text is a quantity that this API takes. */
export function isQuantity(text: string): boolean {
  return checkScalar(schema, '', text).length === 0;
}

/** Volumes need some size; a request may not exceed its limit. For a structurally sound spec. */
export function checkQuantities({
  storage,
  resources = {},
}: DefaultedDatabaseManager['spec']): readonly FieldError[] {
  const { requests = {}, limits = {} } = resources;
  const excessive = Object.entries(requests).flatMap(([name, request]) => {
    const limit = limits[name];
    if (limit === undefined || compareQuantities(String(request), String(limit)) <= 0) return [];
    const message = `may not exceed its limit ${limit}: lower it or raise spec.resources.limits[${name}]`;
    return [fieldError(`spec.resources.requests[${name}]`, message, request)];
  });
  const isEmpty = storage !== undefined && compareQuantities(String(storage.size), '0') <= 0;
  return isEmpty
    ? [fieldError('spec.storage.size', 'must be more than 0, such as 10Gi', storage.size), ...excessive]
    : excessive;
}

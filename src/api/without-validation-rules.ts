/** @module Makes a CRD that servers older than Kubernetes 1.25 take by server-side apply. */
import type { CustomResourceDefinition } from '../kube/resources.ts';
import { isRecord } from './json-value.ts';

/**
 * The CRD without its CEL rules. Older servers drop the rules from a create or replace, but refuse a server-side
 * apply that has them (code 500, no reason, `field not declared in schema`); what they store is the same either way.
 */
export function withoutValidationRules(crd: CustomResourceDefinition): CustomResourceDefinition {
  return { ...crd, spec: strip(crd.spec) };
}

function strip(object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const kept = Object.entries(object).filter(([key]) => key !== 'x-kubernetes-validations');
  return Object.fromEntries(kept.map(([key, value]) => [key, stripValue(value)]));
}

function stripValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripValue);
  return isRecord(value) ? strip(value) : value;
}

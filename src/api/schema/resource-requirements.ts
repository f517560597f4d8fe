/** @module Schemas of a Kubernetes quantity and of the compute resources of a container. */
import { QUANTITY_PATTERN } from './limits.ts';
import type { SchemaNode } from './schema-node.ts';

/** A non-negative quantity such as `500m`, `2` or `1.5Gi`; plain integers may stand without quotes. */
export function quantitySchema(description: string): SchemaNode {
  return {
    description,
    anyOf: [{ type: 'integer' }, { type: 'string' }],
    'x-kubernetes-int-or-string': true,
    pattern: QUANTITY_PATTERN,
    minimum: 0,
    maxLength: 32,
  };
}

/** `resources` of the database container, as in a pod. */
export const resourceRequirementsSchema: SchemaNode = {
  type: 'object',
  description:
    'CPU and memory of the database container, as in a pod. Absent: modest requests chosen per engine and no limits.',
  properties: {
    requests: {
      type: 'object',
      description: 'What the scheduler reserves, by resource name. A request may not exceed its limit.',
      additionalProperties: quantitySchema('A quantity: 500m is half a CPU, 1Gi is 2^30 bytes.'),
      maxProperties: 16,
    },
    limits: {
      type: 'object',
      description:
        'What the container may use at most, by resource name. Beyond the memory limit it is killed.',
      additionalProperties: quantitySchema('A quantity: 500m is half a CPU, 1Gi is 2^30 bytes.'),
      maxProperties: 16,
    },
  },
};

/** @module Schema of one condition, as in Kubernetes' own metav1.Condition. */
import type { SchemaNode } from './schema-node.ts';

/** One entry of `status.conditions`. */
export const conditionSchema: SchemaNode = {
  type: 'object',
  required: ['type', 'status', 'lastTransitionTime', 'reason', 'message'],
  properties: {
    type: {
      type: 'string',
      description: 'Ready, Reconciling or Stalled.',
      pattern:
        '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$',
      maxLength: 316,
    },
    status: {
      type: 'string',
      description: 'Whether the condition holds.',
      enum: ['True', 'False', 'Unknown'],
    },
    observedGeneration: {
      type: 'integer',
      description: 'metadata.generation that the condition is about.',
      format: 'int64',
      minimum: 0,
    },
    lastTransitionTime: {
      type: 'string',
      description: 'When status changed last.',
      format: 'date-time',
    },
    reason: {
      type: 'string',
      description: 'Why, in one CamelCase word for programs.',
      pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$',
      minLength: 1,
      maxLength: 1024,
    },
    message: { type: 'string', description: 'Why, in words for people.', maxLength: 32768 },
  },
};

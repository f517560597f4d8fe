/** @module Schema of `spec.storage`: the volume that keeps the data. */
import { MAX_OBJECT_NAME_LENGTH, OBJECT_NAME_PATTERN } from './limits.ts';
import { quantitySchema } from './resource-requirements.ts';
import { fieldRules } from './rules.ts';
import type { SchemaNode } from './schema-node.ts';

/** `spec.storage`. That the size never shrinks is checked in code: CEL compares quantities from 1.29 on only. */
export const storageSchema: SchemaNode = {
  type: 'object',
  description:
    'A persistent volume for the data. Absent: the data live and die with the pod (emptyDir). Requires replicas 1; cannot be added or removed later.',
  required: ['size'],
  properties: {
    size: quantitySchema('Size of the volume, for example 10Gi. May grow later, never shrink.'),
    storageClassName: {
      type: 'string',
      description: "StorageClass of the volume. Absent: the cluster's default class. Immutable.",
      pattern: OBJECT_NAME_PATTERN,
      maxLength: MAX_OBJECT_NAME_LENGTH,
    },
    accessModes: {
      type: 'array',
      description: 'How the volume may be mounted. Immutable.',
      default: ['ReadWriteOnce'],
      items: { type: 'string', enum: ['ReadWriteOnce', 'ReadWriteOncePod', 'ReadWriteMany'] },
      minItems: 1,
      maxItems: 3,
      'x-kubernetes-list-type': 'atomic',
    },
  },
  'x-kubernetes-validations': [fieldRules.storageClassIsImmutable, fieldRules.accessModesAreImmutable],
};

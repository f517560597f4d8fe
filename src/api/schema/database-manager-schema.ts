/** @module The schema of the whole object: the one source of types, CRD, defaults, validation and reference. */
import { objectRules } from './rules.ts';
import type { SchemaNode } from './schema-node.ts';
import { specSchema } from './spec.ts';
import { statusSchema } from './status.ts';

/** A DatabaseManager, as the CRD of coolops.cn/v1alpha1 declares it. */
export const databaseManagerSchema: SchemaNode = {
  type: 'object',
  description: 'A MySQL, MariaDB or PostgreSQL database, kept running as declared.',
  required: ['spec'],
  properties: {
    apiVersion: { type: 'string', description: 'coolops.cn/v1alpha1' },
    kind: { type: 'string', description: 'DatabaseManager' },
    metadata: { type: 'object' },
    spec: specSchema,
    status: statusSchema,
  },
  'x-kubernetes-validations': Object.values(objectRules),
};

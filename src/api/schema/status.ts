/** @module Schema of `status`: what was observed. */
import { conditionSchema } from './condition.ts';
import type { SchemaNode } from './schema-node.ts';

const podCount = (description: string): SchemaNode => ({
  type: 'integer',
  description,
  format: 'int32',
  minimum: 0,
});

/** `status`, written through the status subresource only. */
export const statusSchema: SchemaNode = {
  type: 'object',
  description: 'The database as last observed.',
  properties: {
    observedGeneration: {
      type: 'integer',
      description: 'metadata.generation that this status is about.',
      format: 'int64',
      minimum: 0,
    },
    replicas: podCount('Pods of the Deployment.'),
    readyReplicas: podCount('Pods that pass their readiness probe.'),
    updatedReplicas: podCount('Pods of the current template.'),
    availableReplicas: podCount('Pods that serve.'),
    selector: { type: 'string', description: 'Label selector of the pods, as text.', maxLength: 2048 },
    dbtype: { type: 'string', description: 'Engine in use.', maxLength: 63 },
    version: { type: 'string', description: 'Version in use, also when spec leaves it out.', maxLength: 64 },
    deploymentName: { type: 'string', description: 'Name of the Deployment in use.', maxLength: 253 },
    image: { type: 'string', description: 'Image in use.', maxLength: 512 },
    endpoint: {
      type: 'string',
      description: 'host:port where clients inside the cluster connect.',
      maxLength: 512,
    },
    credentialsSecret: {
      type: 'string',
      description: 'Secret of the same namespace with the connection facts and passwords.',
      maxLength: 253,
    },
    conditions: {
      type: 'array',
      description: 'Ready, Reconciling and Stalled, as kstatus defines them.',
      maxItems: 32,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: conditionSchema,
    },
  },
};

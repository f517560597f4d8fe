/** @module Schemas of the fields of spec that say how clients get in: credentials, database, Service. */
import { DATA_KEY_PATTERN, MAX_OBJECT_NAME_LENGTH, OBJECT_NAME_PATTERN, SQL_NAME_PATTERN } from './limits.ts';
import type { SchemaNode } from './schema-node.ts';

/** `rootPasswordSecretRef`, `database`, `username` and `service`. */
export const accessProperties = {
  rootPasswordSecretRef: {
    type: 'object',
    description:
      "Secret of the same namespace that holds the administrator's password. It is only read: never written, owned or deleted. Absent: a password is generated.",
    required: ['name', 'key'],
    'x-kubernetes-map-type': 'atomic',
    properties: {
      name: {
        type: 'string',
        description: 'Name of the Secret.',
        pattern: OBJECT_NAME_PATTERN,
        maxLength: MAX_OBJECT_NAME_LENGTH,
      },
      key: {
        type: 'string',
        description: 'Key of the password in the Secret.',
        pattern: DATA_KEY_PATTERN,
        maxLength: MAX_OBJECT_NAME_LENGTH,
      },
    },
  },
  database: {
    type: 'string',
    description: 'Database created at the first start. A later change acts on no existing data.',
    pattern: SQL_NAME_PATTERN,
    maxLength: 63,
  },
  username: {
    type: 'string',
    description:
      'User created at the first start, with all rights on database and a generated password. Requires database. Not root for mysql and mariadb.',
    pattern: SQL_NAME_PATTERN,
    maxLength: 32,
  },
  service: {
    type: 'object',
    description: 'How the Service is published.',
    properties: {
      type: {
        type: 'string',
        description: 'Kind of publication. LoadBalancer and NodePort let traffic in from outside.',
        default: 'ClusterIP',
        enum: ['ClusterIP', 'NodePort', 'LoadBalancer'],
      },
      port: {
        type: 'integer',
        description: "Port of the Service. Absent: the engine's own (3306 or 5432).",
        format: 'int32',
        minimum: 1,
        maximum: 65535,
      },
      annotations: {
        type: 'object',
        description: 'Annotations of the Service, for example for a load balancer.',
        additionalProperties: { type: 'string', maxLength: 65536 },
        maxProperties: 64,
      },
    },
  },
} as const satisfies Record<string, SchemaNode>;

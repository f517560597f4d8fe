/** @module Schema of `spec`: everything a user may ask for. */
import { accessProperties } from './access.ts';
import { imageProperties } from './image.ts';
import {
  CHILD_NAME_PATTERN,
  MAX_CHILD_NAME_LENGTH,
  MAX_OBJECT_NAME_LENGTH,
  OBJECT_NAME_PATTERN,
} from './limits.ts';
import { podSchema } from './pod.ts';
import { resourceRequirementsSchema } from './resource-requirements.ts';
import { fieldRules, specRules } from './rules.ts';
import type { SchemaNode } from './schema-node.ts';
import { storageSchema } from './storage.ts';

/** `spec`. Properties stand in the order in which the reference lists them. */
export const specSchema: SchemaNode = {
  type: 'object',
  description: 'The database that should run.',
  properties: {
    dbtype: {
      type: 'string',
      description: 'Engine of the database. Immutable.',
      default: 'mysql',
      enum: ['mysql', 'mariadb', 'postgres'],
      'x-kubernetes-validations': [fieldRules.dbtypeIsImmutable],
    },
    deploymentName: {
      type: 'string',
      description:
        'Name of the Deployment and stem of the names of the other children. Absent: metadata.name. Immutable, the default too.',
      pattern: CHILD_NAME_PATTERN,
      minLength: 1,
      maxLength: MAX_CHILD_NAME_LENGTH,
    },
    replicas: {
      type: 'integer',
      description:
        'Number of pods. More than 1 are that many independent, disposable databases behind one Service: no replication, no redundancy.',
      format: 'int32',
      default: 1,
      minimum: 1,
      maximum: 10,
    },
    ...imageProperties,
    storage: storageSchema,
    deletionPolicy: {
      type: 'string',
      description:
        'What becomes of the volume and the generated credentials when the DatabaseManager is deleted. Retain keeps both, and the same name finds them again.',
      default: 'Retain',
      enum: ['Retain', 'Delete'],
    },
    ...accessProperties,
    resources: resourceRequirementsSchema,
    config: {
      type: 'string',
      description: "Configuration in the engine's own file format. A change restarts the pods.",
      maxLength: 65536,
    },
    initScriptsConfigMap: {
      type: 'string',
      description:
        'ConfigMap of the same namespace whose files the image runs at the first start, on an empty data directory only.',
      pattern: OBJECT_NAME_PATTERN,
      maxLength: MAX_OBJECT_NAME_LENGTH,
    },
    suspend: {
      type: 'boolean',
      description: 'true: nothing is reconciled until it is false again. What runs goes on running.',
      default: false,
    },
    stopped: {
      type: 'boolean',
      description: 'true: no pods run; everything else is kept, and replicas is what false returns to.',
      default: false,
    },
    pod: podSchema,
  },
  'x-kubernetes-validations': Object.values(specRules),
};

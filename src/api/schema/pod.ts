/** @module Schema of `spec.pod`: what users may add to the pod template. */
import {
  LABEL_VALUE_PATTERN,
  MAX_LABEL_VALUE_LENGTH,
  MAX_OBJECT_NAME_LENGTH,
  OBJECT_NAME_PATTERN,
} from './limits.ts';
import type { SchemaNode } from './schema-node.ts';

const labelValue: SchemaNode = {
  type: 'string',
  pattern: LABEL_VALUE_PATTERN,
  maxLength: MAX_LABEL_VALUE_LENGTH,
};

const tolerations: SchemaNode = {
  type: 'array',
  description: 'Taints of nodes that the pods accept.',
  maxItems: 32,
  'x-kubernetes-list-type': 'atomic',
  items: {
    type: 'object',
    properties: {
      key: { type: 'string', description: 'Key of the taint. Absent: every key.', maxLength: 317 },
      operator: {
        type: 'string',
        description: 'Equal compares value, Exists does not. Absent: Equal.',
        enum: ['Exists', 'Equal'],
      },
      value: { type: 'string', description: 'Value of the taint.', maxLength: MAX_LABEL_VALUE_LENGTH },
      effect: {
        type: 'string',
        description: 'Effect of the taint. Absent: every effect.',
        enum: ['NoSchedule', 'PreferNoSchedule', 'NoExecute'],
      },
      tolerationSeconds: {
        type: 'integer',
        description: 'Seconds that a NoExecute taint is borne. Absent: for ever.',
        format: 'int64',
      },
    },
  },
};

/** `spec.pod`. */
export const podSchema: SchemaNode = {
  type: 'object',
  description: "Additions to the pod template. Where they meet dbm's own labels, dbm's win.",
  properties: {
    labels: {
      type: 'object',
      description: 'Labels of the pods.',
      additionalProperties: labelValue,
      maxProperties: 64,
    },
    annotations: {
      type: 'object',
      description: 'Annotations of the pods.',
      additionalProperties: { type: 'string', maxLength: 65536 },
      maxProperties: 64,
    },
    nodeSelector: {
      type: 'object',
      description: 'Labels that a node must have.',
      additionalProperties: labelValue,
      maxProperties: 64,
    },
    tolerations,
    affinity: {
      type: 'object',
      description: 'Affinity as in a pod (nodeAffinity, podAffinity, podAntiAffinity), passed on as it is.',
      'x-kubernetes-preserve-unknown-fields': true,
    },
    priorityClassName: {
      type: 'string',
      description: 'PriorityClass of the pods.',
      pattern: OBJECT_NAME_PATTERN,
      maxLength: MAX_OBJECT_NAME_LENGTH,
    },
    serviceAccountName: {
      type: 'string',
      description: 'ServiceAccount of the pods. Absent: default.',
      pattern: OBJECT_NAME_PATTERN,
      maxLength: MAX_OBJECT_NAME_LENGTH,
    },
  },
};

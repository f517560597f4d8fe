/** @module Schemas of the fields of spec that choose what runs: version, image and how it is pulled. */
import { IMAGE_PATTERN, MAX_OBJECT_NAME_LENGTH, OBJECT_NAME_PATTERN, VERSION_PATTERN } from './limits.ts';
import { fieldRules } from './rules.ts';
import type { SchemaNode } from './schema-node.ts';

/** `version`, `image`, `imagePullPolicy` and `imagePullSecrets`. */
export const imageProperties = {
  version: {
    type: 'string',
    description:
      'Version of the engine: the tag of its official image, beginning with a digit and written in quotes. Absent: mysql 5.7, mariadb 10.7.1, postgres 17, and that never changes. Beside image it says what the image contains.',
    pattern: VERSION_PATTERN,
    maxLength: 64,
  },
  image: {
    type: 'string',
    description:
      "Image to run instead of the engine's official one, with a tag (never latest) or a digest. It must keep the official image's contract.",
    pattern: IMAGE_PATTERN,
    maxLength: 512,
    'x-kubernetes-validations': [fieldRules.imageIsNotLatest],
  },
  imagePullPolicy: {
    type: 'string',
    description: 'When the image is pulled. Absent: IfNotPresent.',
    enum: ['Always', 'IfNotPresent', 'Never'],
  },
  imagePullSecrets: {
    type: 'array',
    description: 'Secrets of the same namespace with the credentials of the image registry.',
    maxItems: 16,
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
    items: {
      type: 'object',
      required: ['name'],
      properties: {
        name: {
          type: 'string',
          description: 'Name of a Secret of type kubernetes.io/dockerconfigjson.',
          pattern: OBJECT_NAME_PATTERN,
          maxLength: MAX_OBJECT_NAME_LENGTH,
        },
      },
    },
  },
} as const satisfies Record<string, SchemaNode>;

/** @module Checks the name of the object: whether it serves for the children, which carry it. */

import { isAbsent, isRecord } from '../json-value.ts';
import {
  CHILD_NAME_PATTERN,
  MAX_CHILD_NAME_LENGTH,
  MAX_LABEL_VALUE_LENGTH,
  OBJECT_NAME_PATTERN,
  patternMeanings,
} from '../schema/limits.ts';
import { objectRules } from '../schema/rules.ts';
import type { FieldError } from './field-error.ts';
import { fieldError } from './field-error.ts';

const FIELD = 'metadata.name';

/** The faults of metadata.name. None while the server has still to make it from generateName. */
export function checkName(object: Readonly<Record<string, unknown>>): readonly FieldError[] {
  const { metadata, spec } = object;
  if (!isRecord(metadata)) return [fieldError(FIELD, 'is required: set it')];
  const { name, generateName } = metadata;
  if (isAbsent(name)) {
    return typeof generateName === 'string' ? [] : [fieldError(FIELD, 'is required: set it')];
  }
  if (typeof name !== 'string') return [fieldError(FIELD, 'must be text: write it in quotes', name)];
  if (!new RegExp(OBJECT_NAME_PATTERN).test(name)) {
    return [fieldError(FIELD, patternMeanings[OBJECT_NAME_PATTERN] ?? '', name)];
  }
  if (name.length > MAX_LABEL_VALUE_LENGTH) {
    return [fieldError(FIELD, objectRules.nameIsLabelValue.message, name)];
  }
  const namesChildren = !isRecord(spec) || isAbsent(spec.deploymentName);
  if (!namesChildren || servesAsChildName(name)) return [];
  return [fieldError(FIELD, objectRules.nameServesAsDeploymentName.message, name)];
}

function servesAsChildName(name: string): boolean {
  return name.length <= MAX_CHILD_NAME_LENGTH && new RegExp(CHILD_NAME_PATTERN).test(name);
}

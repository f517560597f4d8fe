/** @module Autoscalers are stored as autoscaling/v2; v1 knows only the share of CPU. */
import { type Fields, fieldsOf, isFields, listOf } from '../../values/fields.ts';
import type { ServedKind } from '../kind.ts';

/** Between autoscaling/v2 and autoscaling/v1. Metrics other than CPU are not shown by v1. */
export const autoscalerConversion: NonNullable<ServedKind['conversion']> = {
  fromStored: (doc) => {
    const { metrics, behavior: _behavior, ...spec } = fieldsOf(doc.spec);
    const { currentMetrics, conditions: _conditions, ...status } = fieldsOf(doc.status);
    return {
      ...doc,
      apiVersion: 'autoscaling/v1',
      spec: withShare(spec, 'targetCPUUtilizationPercentage', cpuShare(metrics, 'target')),
      status: withShare(status, 'currentCPUUtilizationPercentage', cpuShare(currentMetrics, 'current')),
    };
  },
  toStored: (doc) => {
    const { targetCPUUtilizationPercentage: share, ...spec } = fieldsOf(doc.spec);
    const { currentCPUUtilizationPercentage: _current, ...status } = fieldsOf(doc.status);
    const target = { type: 'Utilization', averageUtilization: share ?? 80 };
    const metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }];
    return { ...doc, apiVersion: 'autoscaling/v2', spec: { ...spec, metrics }, status };
  },
};

function withShare(fields: Fields, name: string, share: unknown): Fields {
  return share === undefined ? fields : { ...fields, [name]: share };
}

function cpuShare(metrics: unknown, side: 'target' | 'current'): unknown {
  const cpu = listOf(metrics)
    .filter(isFields)
    .map(({ resource }) => fieldsOf(resource))
    .find(({ name }) => name === 'cpu');
  return fieldsOf(cpu?.[side]).averageUtilization;
}

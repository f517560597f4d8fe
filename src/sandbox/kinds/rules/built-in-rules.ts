/** @module Which defaults and checks belong to which built-in kind. */
import { definitionRules } from '../../crd/definition-rules.ts';
import type { KindRules } from '../kind.ts';
import { claimRules } from './claims.ts';
import { configMapRules, secretRules } from './configuration.ts';
import { serviceRules } from './services.ts';
import {
  autoscalerRules,
  budgetRules,
  coreEventRules,
  eventRules,
  leaseRules,
  namespaceRules,
  storageClassRules,
} from './small-kinds.ts';
import { deploymentRules, podRules, replicaSetRules, statefulSetRules } from './workloads.ts';

const RULES: Readonly<Record<string, KindRules>> = {
  '/ConfigMap': configMapRules,
  '/Event': coreEventRules,
  '/Namespace': namespaceRules,
  '/PersistentVolumeClaim': claimRules,
  '/Pod': podRules,
  '/Secret': secretRules,
  '/Service': serviceRules,
  'apiextensions.k8s.io/CustomResourceDefinition': definitionRules,
  'apps/Deployment': deploymentRules,
  'apps/ReplicaSet': replicaSetRules,
  'apps/StatefulSet': statefulSetRules,
  'autoscaling/HorizontalPodAutoscaler': autoscalerRules,
  'coordination.k8s.io/Lease': leaseRules,
  'events.k8s.io/Event': eventRules,
  'policy/PodDisruptionBudget': budgetRules,
  'storage.k8s.io/StorageClass': storageClassRules,
};

/** No rules for kinds that are only stored. */
export function rulesOf(group: string, kind: string): KindRules {
  return RULES[`${group}/${kind}`] ?? {};
}

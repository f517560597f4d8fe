/** @module Defaults and checks of Deployments and what else has replicas of a pod template. */
import { matchesLabels, toLabelSelector } from '../../../kube/selectors.ts';
import { type Doc, type Fields, fieldsOf, isFields, listOf, textOf } from '../../values/fields.ts';
import { same } from '../../values/same.ts';
import { type FieldError, forbidden, invalid, required, unsupported } from '../field-error.ts';
import type { KindRules } from '../kind.ts';
import { QUALIFIED } from '../names.ts';
import { checkPodSpec, notNegative } from './pod-checks.ts';
import { defaultPod, defaultTemplate } from './pod-defaults.ts';

const STRATEGIES = ['Recreate', 'RollingUpdate'];
const QUARTER = { maxUnavailable: '25%', maxSurge: '25%' };

export const deploymentRules: KindRules = {
  defaults: (doc) => ({ ...doc, spec: defaultDeployment(fieldsOf(doc.spec)) }),
  validate: (doc, previous) => [
    ...checkWorkload(doc, previous),
    ...checkStrategy(fieldsOf(fieldsOf(doc.spec).strategy)),
  ],
};

export const replicaSetRules: KindRules = {
  defaults: (doc) => ({ ...doc, spec: { replicas: 1, ...defaultTemplate(fieldsOf(doc.spec)) } }),
  validate: checkWorkload,
};

export const statefulSetRules: KindRules = {
  defaults: (doc) => ({ ...doc, spec: defaultStatefulSet(fieldsOf(doc.spec)) }),
  validate: checkWorkload,
};

export const podRules: KindRules = {
  defaults: (doc) => ({ ...doc, spec: { enableServiceLinks: true, ...defaultPod(fieldsOf(doc.spec)) } }),
  admit: (doc, previous) =>
    previous === undefined ? { ...doc, status: { phase: 'Pending', qosClass: 'BestEffort' } } : doc,
  validate: (doc) => checkPodSpec(fieldsOf(doc.spec), 'spec'),
};

function defaultDeployment(spec: Fields): Fields {
  const strategy = fieldsOf(spec.strategy);
  const type = strategy.type ?? 'RollingUpdate';
  const rolling =
    type === 'RollingUpdate' ? { rollingUpdate: { ...QUARTER, ...fieldsOf(strategy.rollingUpdate) } } : {};
  return {
    replicas: 1,
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
    ...defaultTemplate(spec),
    strategy: { ...strategy, type, ...rolling },
  };
}

function defaultStatefulSet(spec: Fields): Fields {
  const update = { type: 'RollingUpdate', ...fieldsOf(spec.updateStrategy) };
  const rolling =
    update.type === 'RollingUpdate'
      ? { rollingUpdate: { partition: 0, ...fieldsOf(fieldsOf(spec.updateStrategy).rollingUpdate) } }
      : {};
  return {
    replicas: 1,
    podManagementPolicy: 'OrderedReady',
    revisionHistoryLimit: 10,
    ...defaultTemplate(spec),
    updateStrategy: { ...update, ...rolling },
  };
}

function checkWorkload(doc: Doc, previous: Doc | undefined): readonly FieldError[] {
  const spec = fieldsOf(doc.spec);
  const before = fieldsOf(previous?.spec);
  const template = fieldsOf(spec.template);
  const errors: FieldError[] = [
    ...notNegative(spec.replicas, 'spec.replicas'),
    ...notNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...checkSelector(spec.selector, fieldsOf(fieldsOf(template.metadata).labels)),
  ];
  const podSpec = fieldsOf(template.spec);
  errors.push(...checkPodSpec(podSpec, 'spec.template.spec'));
  const policy = podSpec.restartPolicy;
  if (policy === 'Never' || policy === 'OnFailure') {
    errors.push(unsupported('spec.template.spec.restartPolicy', policy, ['Always']));
  }
  if (previous !== undefined && !same(spec.selector, before.selector)) {
    errors.push(invalid('spec.selector', spec.selector, 'field is immutable'));
  }
  return errors;
}

function checkSelector(selector: unknown, labels: Fields): readonly FieldError[] {
  const place = 'spec.template.metadata.labels';
  const mismatch = invalid(place, labels, '`selector` does not match template `labels`');
  if (!isFields(selector)) return [required('spec.selector'), mismatch];
  const matchLabels = fieldsOf(selector.matchLabels);
  if (Object.keys(matchLabels).length === 0 && listOf(selector.matchExpressions).length === 0) {
    return [invalid('spec.selector', selector, 'empty selector is invalid for deployment')];
  }
  const values = Object.entries({ ...matchLabels, ...labels }).filter(
    ([, value]) => !isLabelValue(textOf(value) ?? ''),
  );
  if (values.length > 0) {
    return values.map(([, value]) => invalid(place, value, labelRule(textOf(value) ?? '')));
  }
  const texts = Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]));
  return matchesLabels(toLabelSelector(selector), texts) ? [] : [mismatch];
}

function isLabelValue(value: string): boolean {
  return value === '' || (value.length <= 63 && QUALIFIED.test(value));
}

function labelRule(value: string): string {
  if (value.length > 63) return 'must be no more than 63 bytes';
  return (
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an " +
    "alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
    "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
  );
}

function checkStrategy({ type, rollingUpdate }: Fields): readonly FieldError[] {
  if (!STRATEGIES.includes(String(type))) return [unsupported('spec.strategy', { type }, STRATEGIES)];
  if (type === 'Recreate' && rollingUpdate !== undefined) {
    return [
      forbidden('spec.strategy.rollingUpdate', "may not be specified when strategy `type` is 'Recreate'"),
    ];
  }
  const { maxSurge, maxUnavailable } = fieldsOf(rollingUpdate);
  if (type === 'RollingUpdate' && isNothing(maxSurge) && isNothing(maxUnavailable)) {
    return [
      invalid(
        'spec.strategy.rollingUpdate.maxUnavailable',
        maxUnavailable,
        'may not be 0 when `maxSurge` is 0',
      ),
    ];
  }
  return [];
}

function isNothing(amount: unknown): boolean {
  return amount === 0 || amount === '0%';
}

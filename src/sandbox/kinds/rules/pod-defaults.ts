/** @module What the API server fills into pod specs. */
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../../values/fields.ts';

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'];
const PROBE_DEFAULTS = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 };
const READABLE_BY_ALL = 0o644;

/** A pod template's or pod's spec with defaults. */
export function defaultPodSpec(spec: Fields): Fields {
  return {
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    schedulerName: 'default-scheduler',
    ...spec,
    ...accountOf(spec),
    securityContext: spec.securityContext ?? {},
    ...mapped(spec, 'containers', defaultContainer),
    ...mapped(spec, 'initContainers', defaultContainer),
    ...mapped(spec, 'volumes', defaultVolume),
  };
}

/** The spec of anything with a pod template, the template filled in. */
export function defaultTemplate(spec: Fields): Fields {
  const template = fieldsOf(spec.template);
  return {
    ...spec,
    template: {
      ...template,
      metadata: fieldsOf(template.metadata),
      spec: defaultPodSpec(fieldsOf(template.spec)),
    },
  };
}

/** Two names for one field, kept alike. */
function accountOf({ serviceAccountName, serviceAccount }: Fields): Fields {
  const name = serviceAccountName ?? serviceAccount;
  return name === undefined ? {} : { serviceAccountName: name, serviceAccount: name };
}

function mapped(spec: Fields, field: string, fill: (item: Fields) => Fields): Fields {
  return Array.isArray(spec[field])
    ? { [field]: listOf(spec[field]).map((item) => (isFields(item) ? fill(item) : item)) }
    : {};
}

function defaultContainer(container: Fields): Fields {
  const probes = PROBES.filter((name) => isFields(container[name])).map((name) => [
    name,
    defaultProbe(fieldsOf(container[name])),
  ]);
  return {
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: pullPolicyOf(textOf(container.image) ?? ''),
    ...container,
    resources: fieldsOf(container.resources),
    ...Object.fromEntries(probes),
    ...mapped(container, 'ports', (port) => ({ protocol: 'TCP', ...port })),
    ...mapped(container, 'env', defaultVariable),
  };
}

/** A pod's spec as {@link defaultPodSpec}; in pods, unlike templates, a limit without a request is a request too. */
export function defaultPod(spec: Fields): Fields {
  const filled = defaultPodSpec(spec);
  const withRequests = (container: Fields) => ({
    ...container,
    resources: defaultRequests(fieldsOf(container.resources)),
  });
  return {
    ...filled,
    ...mapped(filled, 'containers', withRequests),
    ...mapped(filled, 'initContainers', withRequests),
  };
}

function defaultRequests(resources: Fields): Fields {
  const limits = fieldsOf(resources.limits);
  const requests = { ...limits, ...fieldsOf(resources.requests) };
  return Object.keys(requests).length === 0 ? resources : { ...resources, requests };
}

function defaultVariable(variable: Fields): Fields {
  const { fieldRef, ...from } = fieldsOf(variable.valueFrom);
  if (!isFields(fieldRef)) return variable;
  return { ...variable, valueFrom: { ...from, fieldRef: { apiVersion: 'v1', ...fieldRef } } };
}

function pullPolicyOf(image: string): string {
  const name = image.slice(image.lastIndexOf('/') + 1);
  if (name.includes('@')) return 'IfNotPresent';
  const tag = name.split(':')[1];
  return tag === undefined || tag === 'latest' ? 'Always' : 'IfNotPresent';
}

function defaultProbe(probe: Fields): Fields {
  const { httpGet, grpc } = probe;
  return {
    ...PROBE_DEFAULTS,
    ...probe,
    ...(isFields(httpGet) ? { httpGet: { path: '/', scheme: 'HTTP', ...httpGet } } : {}),
    ...(isFields(grpc) ? { grpc: { service: '', ...grpc } } : {}),
  };
}

const SOURCE_DEFAULTS: Readonly<Record<string, Fields>> = {
  secret: { defaultMode: READABLE_BY_ALL },
  configMap: { defaultMode: READABLE_BY_ALL },
  downwardAPI: { defaultMode: READABLE_BY_ALL },
  projected: { defaultMode: READABLE_BY_ALL },
  hostPath: { type: '' },
};

/** A volume without a source is an emptyDir. */
function defaultVolume(volume: Fields): Fields {
  const sources = Object.keys(volume).filter((name) => name !== 'name');
  if (sources.length === 0) return { ...volume, emptyDir: {} };
  const filled = sources.map((name) => [
    name,
    isFields(volume[name]) ? { ...SOURCE_DEFAULTS[name], ...volume[name] } : volume[name],
  ]);
  return { ...volume, ...Object.fromEntries(filled) };
}

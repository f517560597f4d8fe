/** @module Checks of pod specs, where they stand in a pod or a template. */
import { compareQuantities } from '../../../kube/quantity.ts';
import { type Fields, fieldsOf, isFields, listOf, numberOf, textOf } from '../../values/fields.ts';
import {
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  notFoundValue,
  required,
  unsupported,
} from '../field-error.ts';
import { labelProblems } from '../names.ts';

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc'];
const PORT_RULE = 'must be between 1 and 65535, inclusive';

/** Errors in the pod spec at `field`. */
export function checkPodSpec(spec: Fields, field: string): readonly FieldError[] {
  const volumes = listOf(spec.volumes).filter(isFields);
  const names = new Set(volumes.map(({ name }) => textOf(name) ?? ''));
  const containers = listOf(spec.containers).filter(isFields);
  const init = listOf(spec.initContainers).filter(isFields);
  const policy = textOf(spec.restartPolicy) ?? 'Always';
  return [
    ...checkVolumes(volumes, `${field}.volumes`),
    ...(containers.length === 0 ? [required(`${field}.containers`)] : []),
    ...checkContainers(containers, { field: `${field}.containers`, volumes: names }),
    ...checkContainers(init, { field: `${field}.initContainers`, volumes: names }),
    ...(RESTART_POLICIES.includes(policy)
      ? []
      : [unsupported(`${field}.restartPolicy`, policy, RESTART_POLICIES)]),
  ];
}

/** Errors in a port number. */
export function checkPort(port: unknown, field: string): readonly FieldError[] {
  const number = numberOf(port) ?? 0;
  return number >= 1 && number <= 65_535 ? [] : [invalid(field, number, PORT_RULE)];
}

/** Whether a value is one of the protocols; absent is. */
export function checkProtocol(protocol: unknown, field: string): readonly FieldError[] {
  return protocol === undefined || PROTOCOLS.includes(String(protocol))
    ? []
    : [unsupported(field, protocol, PROTOCOLS)];
}

function checkVolumes(volumes: readonly Fields[], field: string): readonly FieldError[] {
  const seen = new Set<string>();
  return volumes.flatMap((volume, index) => {
    const name = textOf(volume.name) ?? '';
    const place = `${field}[${index}].name`;
    const errors: FieldError[] =
      name === '' ? [required(place)] : labelProblems(name).map((why) => invalid(place, name, why));
    if (seen.has(name)) errors.push(duplicate(place, name));
    seen.add(name);
    return errors;
  });
}

interface Surroundings {
  readonly field: string;
  readonly volumes: ReadonlySet<string>;
}

function checkContainers(
  containers: readonly Fields[],
  { field, volumes }: Surroundings,
): readonly FieldError[] {
  const seen = new Set<string>();
  return containers.flatMap((container, index) => {
    const place = `${field}[${index}]`;
    const name = textOf(container.name) ?? '';
    const errors: FieldError[] =
      name === ''
        ? [required(`${place}.name`)]
        : labelProblems(name).map((why) => invalid(`${place}.name`, name, why));
    if (name !== '' && seen.has(name)) errors.push(duplicate(`${place}.name`, name));
    seen.add(name);
    return [...errors, ...checkContainer(container, { field: place, volumes })];
  });
}

function checkContainer(container: Fields, { field, volumes }: Surroundings): readonly FieldError[] {
  const policy = textOf(container.imagePullPolicy) ?? 'Always';
  return [
    ...((textOf(container.image) ?? '') === '' ? [required(`${field}.image`)] : []),
    ...['livenessProbe', 'readinessProbe', 'startupProbe'].flatMap((name) =>
      checkProbe(container[name], `${field}.${name}`),
    ),
    ...checkPorts(listOf(container.ports).filter(isFields), `${field}.ports`),
    ...checkEnv(listOf(container.env).filter(isFields), `${field}.env`),
    ...checkMounts(listOf(container.volumeMounts).filter(isFields), {
      field: `${field}.volumeMounts`,
      volumes,
    }),
    ...(PULL_POLICIES.includes(policy)
      ? []
      : [unsupported(`${field}.imagePullPolicy`, policy, PULL_POLICIES)]),
    ...checkResources(fieldsOf(container.resources), `${field}.resources`),
  ];
}

function checkProbe(probe: unknown, field: string): readonly FieldError[] {
  if (!isFields(probe)) return [];
  const counts = [
    'initialDelaySeconds',
    'timeoutSeconds',
    'periodSeconds',
    'successThreshold',
    'failureThreshold',
  ];
  return [
    ...checkHandlers(
      HANDLERS.filter((handler) => isFields(probe[handler])),
      field,
    ),
    ...counts.flatMap((name) => notNegative(probe[name], `${field}.${name}`)),
  ];
}

function checkHandlers(handlers: readonly string[], field: string): readonly FieldError[] {
  const [first, ...others] = handlers;
  if (first === undefined) return [required(field, 'must specify a handler type')];
  return others.map((handler) =>
    forbidden(`${field}.${handler}`, 'may not specify more than 1 handler type'),
  );
}

/** Errors in a count that may be absent but not below zero. */
export function notNegative(value: unknown, field: string): readonly FieldError[] {
  return (numberOf(value) ?? 0) < 0 ? [invalid(field, value, 'must be greater than or equal to 0')] : [];
}

function checkPorts(ports: readonly Fields[], field: string): readonly FieldError[] {
  const names = ports.map(({ name }) => textOf(name));
  return ports.flatMap((port, index) => {
    const place = `${field}[${index}]`;
    const name = textOf(port.name);
    return [
      ...(name === undefined ? [] : portNameProblems(name).map((why) => invalid(`${place}.name`, name, why))),
      ...(name !== undefined && names.indexOf(name) < index ? [duplicate(`${place}.name`, name)] : []),
      ...(port.containerPort === undefined
        ? [required(`${place}.containerPort`)]
        : checkPort(port.containerPort, `${place}.containerPort`)),
      ...checkProtocol(port.protocol, `${place}.protocol`),
    ];
  });
}

/** Why text is no name of a port; empty when it is one. */
export function portNameProblems(name: string): readonly string[] {
  const errors: string[] = [];
  if (name.length > 15) errors.push('must be no more than 15 characters');
  if (!/^[-a-z0-9]+$/.test(name))
    errors.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  if (!/[a-z]/.test(name)) errors.push('must contain at least one letter (a-z)');
  if (name.includes('--')) errors.push('must not contain consecutive hyphens');
  if (name.startsWith('-') || name.endsWith('-')) errors.push('must not begin or end with a hyphen');
  return errors;
}

function checkEnv(variables: readonly Fields[], field: string): readonly FieldError[] {
  return variables.flatMap(({ name, value, valueFrom }, index) => [
    ...((textOf(name) ?? '') === '' ? [required(`${field}[${index}].name`)] : []),
    ...(isFields(valueFrom) && (textOf(value) ?? '') !== ''
      ? [invalid(`${field}[${index}].valueFrom`, '', 'may not be specified when `value` is not empty')]
      : []),
  ]);
}

function checkMounts(mounts: readonly Fields[], { field, volumes }: Surroundings): readonly FieldError[] {
  const paths = mounts.map(({ mountPath }) => textOf(mountPath));
  return mounts.flatMap((mount, index) => {
    const place = `${field}[${index}]`;
    const name = textOf(mount.name) ?? '';
    const path = textOf(mount.mountPath) ?? '';
    return [
      ...(name === ''
        ? [required(`${place}.name`)]
        : volumes.has(name)
          ? []
          : [notFoundValue(`${place}.name`, name)]),
      ...(path === '' ? [required(`${place}.mountPath`)] : []),
      ...(path !== '' && paths.indexOf(path) < index
        ? [invalid(`${place}.mountPath`, path, 'must be unique')]
        : []),
    ];
  });
}

function checkResources(resources: Fields, field: string): readonly FieldError[] {
  const limits = fieldsOf(resources.limits);
  const negative = ['limits', 'requests'].flatMap((kind) =>
    Object.entries(fieldsOf(resources[kind]))
      .filter(([, quantity]) => String(quantity).startsWith('-'))
      .map(([name, quantity]) =>
        invalid(`${field}.${kind}[${name}]`, quantity, 'must be greater than or equal to 0'),
      ),
  );
  const above = Object.entries(fieldsOf(resources.requests)).flatMap(([name, request]) => {
    const limit = textOf(limits[name]);
    if (limit === undefined || compareQuantities(String(request), limit) <= 0) return [];
    return [invalid(`${field}.requests`, request, `must be less than or equal to ${name} limit of ${limit}`)];
  });
  return [...negative, ...above];
}

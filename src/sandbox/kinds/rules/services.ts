/** @module Defaults, cluster addresses and checks of Services. */
import { type Doc, type Fields, fieldsOf, isFields, listOf, textOf } from '../../values/fields.ts';
import { duplicate, type FieldError, invalid, required, unsupported } from '../field-error.ts';
import type { AdmissionContext, KindRules } from '../kind.ts';
import { labelProblems } from '../names.ts';
import { checkPort, checkProtocol, portNameProblems } from './pod-checks.ts';

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
/** 10.96.0.0/12, as kubeadm sets it up. */
const RANGE_START = (10 << 24) | (96 << 16);
const RANGE_SIZE = 1 << 20;
const FIRST_NODE_PORT = 30_000;
const NODE_PORTS = 2768;

export const serviceRules: KindRules = {
  defaults: (doc) => ({ ...doc, spec: defaultService(fieldsOf(doc.spec)) }),
  admit,
  validate: (doc, previous) =>
    checkService(fieldsOf(doc.spec), previous === undefined ? undefined : fieldsOf(previous.spec)),
};

function defaultService(spec: Fields): Fields {
  const type = spec.type ?? 'ClusterIP';
  const ports = listOf(spec.ports).filter(isFields);
  return {
    ...spec,
    ...(spec.ports === undefined
      ? {}
      : {
          ports: ports.map((port) => ({
            ...port,
            protocol: port.protocol ?? 'TCP',
            targetPort: port.targetPort ?? port.port,
          })),
        }),
    type,
    sessionAffinity: spec.sessionAffinity ?? 'None',
    ...(type === 'ExternalName' ? {} : { internalTrafficPolicy: spec.internalTrafficPolicy ?? 'Cluster' }),
    ...(type === 'NodePort' || type === 'LoadBalancer'
      ? { externalTrafficPolicy: spec.externalTrafficPolicy ?? 'Cluster' }
      : {}),
    ...(type === 'LoadBalancer'
      ? { allocateLoadBalancerNodePorts: spec.allocateLoadBalancerNodePorts ?? true }
      : {}),
  };
}

/** Addresses and node ports given once stay through updates that leave them out. */
function admit(doc: Doc, previous: Doc | undefined, context: AdmissionContext): Doc {
  const spec = fieldsOf(doc.spec);
  const status = doc.status ?? { loadBalancer: {} };
  if (spec.type === 'ExternalName') return { ...doc, status };
  const before = fieldsOf(previous?.spec);
  const clusterIP = textOf(spec.clusterIP) ?? textOf(before.clusterIP) ?? freeAddress(doc, context);
  const families =
    clusterIP === 'None' && spec.ipFamilies === undefined ? ['IPv4'] : (spec.ipFamilies ?? ['IPv4']);
  const exposed = spec.type === 'NodePort' || spec.type === 'LoadBalancer';
  return {
    ...doc,
    spec: {
      ...spec,
      ...(exposed ? { ports: withNodePorts(doc, listOf(before.ports)) } : {}),
      clusterIP,
      clusterIPs: [clusterIP],
      ipFamilies: families,
      ipFamilyPolicy: spec.ipFamilyPolicy ?? 'SingleStack',
    },
    status,
  };
}

function freeAddress({ metadata }: Doc, { clusterIPInUse }: AdmissionContext): string {
  const seed = hash(metadata.uid ?? metadata.name ?? '');
  for (let step = 0; step < RANGE_SIZE; step += 1) {
    const address = formatAddress(RANGE_START + 10 + ((seed + step) % (RANGE_SIZE - 20)));
    if (!clusterIPInUse(address)) return address;
  }
  throw new Error('no cluster IP is free');
}

function formatAddress(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
}

function withNodePorts({ metadata, spec }: Doc, before: readonly unknown[]): readonly unknown[] {
  return listOf(fieldsOf(spec).ports)
    .filter(isFields)
    .map((port) => {
      const old = before
        .filter(isFields)
        .find((other) => other.port === port.port && other.protocol === port.protocol);
      const chosen = FIRST_NODE_PORT + (hash(`${metadata.uid ?? ''}/${String(port.port)}`) % NODE_PORTS);
      return { ...port, nodePort: port.nodePort ?? old?.nodePort ?? chosen };
    });
}

/** FNV-1a: spreads addresses without a record of what was given out. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}

function checkService(spec: Fields, before: Fields | undefined): readonly FieldError[] {
  const ports = listOf(spec.ports).filter(isFields);
  const type = String(spec.type);
  const errors: FieldError[] = [];
  if (ports.length === 0 && spec.clusterIP !== 'None' && type !== 'ExternalName')
    errors.push(required('spec.ports'));
  errors.push(...ports.flatMap((port, index) => checkServicePort(port, { index, ports })));
  if (!TYPES.includes(type)) errors.push(unsupported('spec.type', type, TYPES));
  if (type === 'ExternalName' && (textOf(spec.externalName) ?? '') === '')
    errors.push(required('spec.externalName'));
  const fixed = before !== undefined && before.type !== 'ExternalName' && type !== 'ExternalName';
  if (fixed && spec.clusterIP !== before.clusterIP) {
    errors.push(invalid('spec.clusterIPs[0]', [spec.clusterIP], 'may not change once set'));
  }
  if (before === undefined) errors.push(...checkAddress(textOf(spec.clusterIP)));
  return errors;
}

function checkAddress(address: string | undefined): readonly FieldError[] {
  if (address === undefined || address === 'None') return [];
  const bytes = address.split('.').map(Number);
  const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  const inRange = bytes.length === 4 && number >= RANGE_START && number < RANGE_START + RANGE_SIZE;
  if (inRange) return [];
  const why = `failed to allocate IP ${address}: the provided IP (${address}) is not in the valid range. The range of valid IPs is 10.96.0.0/12`;
  return [invalid('spec.clusterIPs', [address], why)];
}

function checkServicePort(
  port: Fields,
  { index, ports }: { index: number; ports: readonly Fields[] },
): readonly FieldError[] {
  const place = `spec.ports[${index}]`;
  const name = textOf(port.name) ?? '';
  const { targetPort } = port;
  const errors: FieldError[] = [];
  if (name === '' && ports.length > 1) errors.push(required(`${place}.name`));
  if (name !== '') errors.push(...labelProblems(name).map((why) => invalid(`${place}.name`, name, why)));
  if (name !== '' && ports.findIndex((other) => other.name === name) < index)
    errors.push(duplicate(`${place}.name`, name));
  errors.push(...checkPort(port.port, `${place}.port`), ...checkProtocol(port.protocol, `${place}.protocol`));
  if (typeof targetPort === 'string')
    errors.push(
      ...portNameProblems(targetPort).map((why) => invalid(`${place}.targetPort`, targetPort, why)),
    );
  else errors.push(...checkPort(targetPort, `${place}.targetPort`));
  const twin = ports.findIndex((other) => other.port === port.port && other.protocol === port.protocol);
  return twin < index ? [...errors, duplicate(place, { port: port.port, protocol: port.protocol })] : errors;
}

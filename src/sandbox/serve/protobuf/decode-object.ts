/**
 * @module Turns an object sent as protobuf into the JSON that it stands for: kubectl's `create` commands and other Go
 * clients send built-in kinds that way.
 */
import { formatMicroTime, formatTime } from '../../../kube/micro-time.ts';
import { type FieldShape, shapeOf } from './field-table.ts';
import { readFields, WireError, type WireField } from './wire-reader.ts';

/** The body is protobuf of a type that is not known here, or no protobuf at all. */
export class UnreadableBodyError extends Error {
  override readonly name = 'UnreadableBodyError';
}

const MAGIC = 'k8s\0';
const PACKAGES: Readonly<Record<string, string>> = {
  v1: 'core',
  'apps/v1': 'apps',
  'authorization.k8s.io/v1': 'authorization',
  'autoscaling/v1': 'autoscaling',
  'autoscaling/v2': 'autoscaling2',
  'batch/v1': 'batch',
  'coordination.k8s.io/v1': 'coordination',
  'policy/v1': 'policy',
  'rbac.authorization.k8s.io/v1': 'rbac',
  'scheduling.k8s.io/v1': 'scheduling',
};

type Json = Record<string, unknown>;

/** The object as JSON text. Throws an UnreadableBodyError. */
export function decodeObject(body: Buffer): string {
  if (body.subarray(0, MAGIC.length).toString('latin1') !== MAGIC) {
    throw new UnreadableBodyError('the body is not Kubernetes protobuf');
  }
  try {
    const envelope = new Map(
      readFields(body.subarray(MAGIC.length)).map((field) => [field.number, field.value]),
    );
    const typeMeta = new Map(
      readFields(bytesOf(envelope.get(1))).map((field) => [field.number, field.value]),
    );
    const apiVersion = textOf(typeMeta.get(1));
    const kind = textOf(typeMeta.get(2));
    const message = kind === 'DeleteOptions' ? 'meta.DeleteOptions' : `${PACKAGES[apiVersion]}.${kind}`;
    if (shapeOf(message) === undefined) {
      throw new UnreadableBodyError(`${kind} of ${apiVersion} is not taken as protobuf; send JSON`);
    }
    return JSON.stringify({ apiVersion, kind, ...decodeMessage(message, bytesOf(envelope.get(2))) });
  } catch (error) {
    if (error instanceof WireError) throw new UnreadableBodyError(`unreadable protobuf: ${error.message}`);
    throw error;
  }
}

function decodeMessage(message: string, bytes: Uint8Array): Json {
  const shape = shapeOf(message);
  const result: Json = {};
  for (const field of readFields(bytes)) {
    const known = shape?.get(field.number);
    if (known !== undefined) addField(result, known, field);
  }
  return result;
}

function addField(result: Json, shape: FieldShape, field: WireField): void {
  const { name, form, pointer, type } = shape;
  if (form === 'map') {
    const [key, value] = decodeEntry(type, bytesOf(field.value));
    result[name] = { ...(result[name] ?? {}), [key]: value };
    return;
  }
  const value = decodeValue(type, field.value);
  if (form === 'list') {
    const earlier = result[name];
    result[name] = [...(Array.isArray(earlier) ? earlier : []), value];
  } else if (name === '^') {
    Object.assign(result, value);
  } else if (pointer || !isZero(value)) {
    result[name] = value;
  }
}

/** What Go sends for a field that nobody set. */
function isZero(value: unknown): boolean {
  if (value === '' || value === 0 || value === false || value === undefined) return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function decodeEntry(type: string, bytes: Uint8Array): readonly [string, unknown] {
  const parts = new Map(readFields(bytes).map((field) => [field.number, field.value]));
  return [textOf(parts.get(1)), decodeValue(type, parts.get(2) ?? new Uint8Array())];
}

function decodeValue(type: string, value: WireField['value']): unknown {
  switch (type) {
    case 's':
      return textOf(value);
    case 'i':
      return intOf(value);
    case 'b':
      return intOf(value) !== 0;
    case 'y':
      return Buffer.from(bytesOf(value)).toString('base64');
    case 'time':
      return timeOf(bytesOf(value), formatTime);
    case 'microtime':
      return timeOf(bytesOf(value), formatMicroTime);
    case 'quantity':
      return textOf(readFields(bytesOf(value))[0]?.value);
    case 'intorstring':
      return intOrString(bytesOf(value));
    case 'json':
      return JSON.parse(textOf(readFields(bytesOf(value))[0]?.value) || '{}');
    default:
      return decodeMessage(type, bytesOf(value));
  }
}

/** Go's zero time is no time. */
function timeOf(bytes: Uint8Array, format: (ms: number) => string): string | undefined {
  const parts = new Map(readFields(bytes).map((field) => [field.number, intOf(field.value)]));
  const seconds = parts.get(1) ?? 0;
  return seconds <= 0 ? undefined : format(seconds * 1000 + Math.floor((parts.get(2) ?? 0) / 1e6));
}

function intOrString(bytes: Uint8Array): string | number {
  const parts = new Map(readFields(bytes).map((field) => [field.number, field.value]));
  return intOf(parts.get(1)) === 1 ? textOf(parts.get(3)) : intOf(parts.get(2));
}

function intOf(value: WireField['value'] | undefined): number {
  return typeof value === 'bigint' ? Number(BigInt.asIntN(64, value)) : 0;
}

function textOf(value: WireField['value'] | undefined): string {
  return Buffer.from(bytesOf(value)).toString();
}

function bytesOf(value: WireField['value'] | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array();
}

/** @module Takes a protobuf message apart into its numbered fields. */

/** A field as it is on the wire: a whole number, or bytes. */
export interface WireField {
  readonly number: number;
  readonly value: bigint | Uint8Array;
}

/** The bytes are no protobuf message. */
export class WireError extends Error {
  override readonly name = 'WireError';
}

/** The fields in the order in which they were sent. Throws a WireError on bytes that are cut off or make no sense. */
export function readFields(bytes: Uint8Array): readonly WireField[] {
  const fields: WireField[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = varint(bytes, at);
    const number = Number(tag.value >> 3n);
    const { value, next } = readValue(bytes, tag.next, Number(tag.value & 7n));
    fields.push({ number, value });
    at = next;
  }
  return fields;
}

interface Read<T> {
  readonly value: T;
  readonly next: number;
}

const MAX_VARINT_BYTES = 10;

function readValue(bytes: Uint8Array, at: number, wireType: number): Read<bigint | Uint8Array> {
  switch (wireType) {
    case 0:
      return varint(bytes, at);
    case 1:
      return slice(bytes, at, 8);
    case 2: {
      const length = varint(bytes, at);
      return slice(bytes, length.next, Number(length.value));
    }
    case 5:
      return slice(bytes, at, 4);
    default:
      throw new WireError(`unknown wire type ${wireType}`);
  }
}

function varint(bytes: Uint8Array, at: number): Read<bigint> {
  let value = 0n;
  for (let index = 0; index < MAX_VARINT_BYTES; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined) break;
    value |= BigInt(byte & 127) << BigInt(7 * index);
    if (byte < 128) return { value, next: at + index + 1 };
  }
  throw new WireError('a number is cut off');
}

function slice(bytes: Uint8Array, at: number, length: number): Read<Uint8Array> {
  const next = at + length;
  if (next > bytes.length) throw new WireError('the message is cut off');
  return { value: bytes.subarray(at, next), next };
}

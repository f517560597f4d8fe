/** @module Defaults and checks of Secrets and ConfigMaps. */
import { type Doc, type Fields, fieldsOf } from '../../values/fields.ts';
import { same } from '../../values/same.ts';
import { type FieldError, forbidden, invalid, required, tooLong } from '../field-error.ts';
import type { KindRules } from '../kind.ts';

const KEY = /^[-._a-zA-Z0-9]+$/;
const KEY_RULE =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const MAX_BYTES = 1024 * 1024;

const REQUIRED_KEYS: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
};

export const secretRules: KindRules = {
  defaults: (doc) => {
    const { stringData, type = 'Opaque', ...rest } = doc;
    const encoded = Object.entries(fieldsOf(stringData)).map(([key, text]) => [
      key,
      Buffer.from(String(text)).toString('base64'),
    ]);
    const { apiVersion, kind, metadata } = doc;
    const base = { ...rest, apiVersion, kind, metadata, type };
    return stringData === undefined
      ? base
      : { ...base, data: { ...fieldsOf(doc.data), ...Object.fromEntries(encoded) } };
  },
  validate: (doc, previous) => [
    ...checkData(doc, 'data'),
    ...missingKeys(doc),
    ...(previous !== undefined && previous.type !== doc.type
      ? [invalid('type', doc.type, 'field is immutable')]
      : []),
    ...checkImmutable(doc, previous, ['data']),
  ],
};

export const configMapRules: KindRules = {
  validate: (doc, previous) => [
    ...checkData(doc, 'data'),
    ...checkData(doc, 'binaryData'),
    ...Object.keys(fieldsOf(doc.binaryData))
      .filter((key) => key in fieldsOf(doc.data))
      .map((key) => invalid(`binaryData[${key}]`, key, 'duplicate of key present in data')),
    ...checkImmutable(doc, previous, ['data', 'binaryData']),
  ],
};

function checkData(doc: Doc, field: 'data' | 'binaryData'): readonly FieldError[] {
  const data: Fields = fieldsOf(doc[field]);
  const keys = Object.keys(data).filter(
    (key) => !KEY.test(key) || key === '.' || key === '..' || key.length > 253,
  );
  const size = Object.values(data).reduce<number>((sum, value) => sum + String(value).length, 0);
  return [
    ...keys.map((key) => invalid(`${field}[${key}]`, key, KEY_RULE)),
    ...(size > MAX_BYTES ? [tooLong('', MAX_BYTES)] : []),
  ];
}

function missingKeys({ type, data }: Doc): readonly FieldError[] {
  const keys = REQUIRED_KEYS[String(type)] ?? [];
  return keys.filter((key) => !(key in fieldsOf(data))).map((key) => required(`data[${key}]`));
}

function checkImmutable(
  doc: Doc,
  previous: Doc | undefined,
  fields: readonly string[],
): readonly FieldError[] {
  if (previous?.immutable !== true) return [];
  const errors = fields
    .filter((field) => !same(doc[field], previous[field]))
    .map((field) => forbidden(field, 'field is immutable when `immutable` is set'));
  return doc.immutable === true
    ? errors
    : [...errors, forbidden('immutable', 'field is immutable when `immutable` is set')];
}

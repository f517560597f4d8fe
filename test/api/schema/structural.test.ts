/** @module The schema keeps the rules that an API server has for structural schemas and for CEL budgets. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Ajv } from 'ajv';
import { databaseManagerSchema } from '../../../src/api/schema/database-manager-schema.ts';
import type { SchemaNode } from '../../../src/api/schema/schema-node.ts';

const legalExtensions = new Set([
  'x-kubernetes-int-or-string',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-map-type',
  'x-kubernetes-validations',
]);

/** Names that came after 1.25: quantity (1.29), optionals and url kin, isCIDR, format, sets, two-variable macros. */
const tooNew = /quantity\(|isQuantity|optional|\.\?|\[\?|ip\(|cidr\(|format\.|sets\.|transformList|isSemver/;

function everyNode(test: (path: string, node: SchemaNode) => void) {
  visit('', databaseManagerSchema);
  function visit(path: string, node: SchemaNode) {
    if (path !== '.metadata') test(path, node);
    for (const [key, child] of Object.entries(node.properties ?? {})) visit(`${path}.${key}`, child);
    if (node.items !== undefined) visit(`${path}[]`, node.items);
    if (node.additionalProperties !== undefined) visit(`${path}{}`, node.additionalProperties);
  }
}

describe('the schema', () => {
  test('gives every value a type, or says that it is an int or a string', () => {
    everyNode((path, node) => {
      assert.equal(node.type === undefined, node['x-kubernetes-int-or-string'] === true, path);
    });
  });

  test('uses no extension that a server does not know', () => {
    everyNode((path, node) => {
      for (const key of Object.keys(node).filter((name) => name.startsWith('x-'))) {
        assert.ok(legalExtensions.has(key), `${path} ${key}`);
      }
    });
  });

  test('never puts properties beside additionalProperties', () => {
    everyNode((path, { properties, additionalProperties }) => {
      assert.ok(properties === undefined || additionalProperties === undefined, path);
    });
  });

  test('requires only fields that exist', () => {
    everyNode((path, { required = [], properties = {} }) => {
      for (const key of required) assert.ok(key in properties, `${path}.${key}`);
    });
  });

  test('requires the keys of every list that is a map', () => {
    everyNode((path, node) => {
      const isMap = node['x-kubernetes-list-type'] === 'map';
      assert.equal(isMap, node['x-kubernetes-list-map-keys'] !== undefined, path);
      for (const key of node['x-kubernetes-list-map-keys'] ?? []) {
        assert.ok(node.items?.required?.includes(key), `${path} ${key}`);
      }
    });
  });

  test('bounds every text, list and map, so that rules stay within their cost limit', () => {
    everyNode((path, node) => {
      if (path === '.apiVersion' || path === '.kind') return;
      const isFreeText = node.type === 'string' && node.enum === undefined && node.format !== 'date-time';
      if (isFreeText) assert.ok(node.maxLength !== undefined, path);
      if (node.type === 'array') assert.ok(node.maxItems !== undefined, path);
      if (node.additionalProperties !== undefined) assert.ok(node.maxProperties !== undefined, path);
    });
  });

  test('describes every field', () => {
    everyNode((path, { description }) => {
      const isField = !path.endsWith(']') && !path.endsWith('}');
      if (isField) assert.match(description ?? '', /^\S.*\S$/, path);
    });
  });

  test('has defaults that are valid themselves', () => {
    const ajv = new Ajv({ strict: false });
    everyNode((path, node) => {
      if (node.default === undefined) return;
      const schema = { ...node, format: undefined };
      assert.ok(ajv.validate(JSON.parse(JSON.stringify(schema)), node.default), path);
    });
  });

  test('has rules of a text and a message only, with functions that 1.25 knows', () => {
    everyNode((path, node) => {
      for (const rule of node['x-kubernetes-validations'] ?? []) {
        assert.deepEqual(Object.keys(rule).toSorted(), ['message', 'rule'], path);
        assert.doesNotMatch(rule.rule, tooNew, path);
        assert.doesNotMatch(rule.message, /\n/, path);
        assert.ok(rule.message.length <= 2048, path);
      }
    });
  });
});

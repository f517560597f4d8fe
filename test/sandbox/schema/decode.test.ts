import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtinType } from '../../../src/sandbox/schema/builtin-schema.ts';
import { customType } from '../../../src/sandbox/schema/custom-schema.ts';
import { DecodeError, decode, prune } from '../../../src/sandbox/schema/decode.ts';

const deployment = builtinType('Deployment');
const lease = builtinType('Lease');

describe('decoding a built-in kind', () => {
  test('drops unknown fields and says where they were', () => {
    const { value, unknown } = decode(deployment, {
      spec: { foo: 1, template: { spec: { containers: [{ name: 'a', bar: 2 }] } } },
    });
    assert.deepEqual(value, { spec: { template: { spec: { containers: [{ name: 'a' }] } } } });
    assert.deepEqual(unknown, ['spec.foo', 'spec.template.spec.containers[0].bar']);
  });

  test('drops nulls', () => {
    assert.deepEqual(decode(deployment, { metadata: { creationTimestamp: null }, status: null }).value, {
      metadata: {},
    });
  });

  test('spells quantities in one way', () => {
    const resources = { limits: { cpu: '1000m', memory: 1024 } };
    const pod = { spec: { containers: [{ name: 'a', resources }] } };
    assert.deepEqual(decode(builtinType('Pod'), pod).value, {
      spec: { containers: [{ name: 'a', resources: { limits: { cpu: '1', memory: '1024' } } }] },
    });
  });

  for (const [what, type, value, message] of [
    [
      'text for a number',
      deployment,
      { spec: { replicas: '1' } },
      /cannot unmarshal string into Go struct field DeploymentSpec\.spec\.replicas of type int32/,
    ],
    [
      'a number for text',
      deployment,
      { metadata: { labels: { a: 1 } } },
      /cannot unmarshal number into Go struct field ObjectMeta\.metadata\.labels\.a of type string/,
    ],
    ['a list for an object', deployment, { spec: [] }, /cannot unmarshal array/],
    [
      'a MicroTime of three digits',
      lease,
      { spec: { renewTime: '2026-01-01T00:00:00.123Z' } },
      /cannot parse "\.123Z" as "\.000000"/,
    ],
    [
      'a MicroTime without digits',
      lease,
      { spec: { renewTime: '2026-01-01T00:00:00Z' } },
      /cannot parse "Z" as "\.000000"/,
    ],
    [
      'data that is not base64',
      builtinType('Secret'),
      { data: { a: '%' } },
      /illegal base64 data at input byte 0/,
    ],
    [
      'a quantity that is none',
      builtinType('Pod'),
      { spec: { overhead: { cpu: 'much' } } },
      /quantities must match/,
    ],
  ] as const) {
    test(`refuses ${what}`, () => {
      assert.throws(
        () => decode(type, value),
        (error) => error instanceof DecodeError && message.test(error.message),
      );
    });
  }
});

describe('pruning a custom resource', () => {
  const schema = {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          list: { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } },
          open: {
            type: 'object',
            'x-kubernetes-preserve-unknown-fields': true,
            properties: { known: { type: 'object', properties: {} } },
          },
          map: { type: 'object', additionalProperties: { type: 'object', properties: { a: {} } } },
        },
      },
    },
  };
  const type = customType('Widget', schema);

  test('follows lists and maps, and spares what is to be preserved', () => {
    const sent = {
      spec: {
        x: 1,
        list: [{ a: '1', b: 2 }],
        open: { y: { z: 1 }, known: { w: 1 } },
        map: { m: { a: 1, b: 2 } },
      },
    };
    const { value, unknown } = prune(type, sent);
    assert.deepEqual(value, {
      spec: { list: [{ a: '1' }], open: { y: { z: 1 }, known: {} }, map: { m: { a: 1 } } },
    });
    assert.deepEqual(unknown, ['spec.x', 'spec.list[0].b', 'spec.open.known.w', 'spec.map.m.b']);
  });

  test('leaves wrong types to validation, but not in the metadata', () => {
    assert.deepEqual(prune(type, { spec: [] }).value, { spec: [] });
    assert.throws(() => prune(type, { metadata: { labels: { a: 1 } } }), DecodeError);
  });
});

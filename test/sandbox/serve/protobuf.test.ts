import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeObject, UnreadableBodyError } from '../../../src/sandbox/serve/protobuf/decode-object.ts';

/** What kubectl 1.32 sends, recorded. */
const RECORDED = {
  'create secret generic s1 --from-literal=a=b':
    'azhzAAoMCgJ2MRIGU2VjcmV0EiUKGQoCczESABoHZGVmYXVsdCIAKgAyADgAQgASBgoBYRIBYhoAGgAiAA==',
  'create deployment d1 --image=nginx:1 --replicas=0 --port=80':
    'azhzAAoVCgdhcHBzL3YxEgpEZXBsb3ltZW50Er0BCiQKAmQxEgAaB2RlZmF1bHQiACoAMgA4AEIAWgkKA2FwcBICZDEShgEIABILCgkKA2FwcBICZDEabQobCgASABoAIgAqADIAOABCAFoJCgNhcHASAmQxEk4SMAoFbmdpbngSB25naW54OjEqADIKCgAQABhQIgAqAEIAagByAIABAIgBAJABAKIBABoAMgBCAEoAUgBYAGAAaACCAQCKAQCaAQDCAQAiAgoAKAA4ABoMCAAQABgAIAAoADgAGgAiAA==',
  'create service clusterip s3 --tcp=80:81':
    'azhzAAoNCgJ2MRIHU2VydmljZRJqCiQKAnMzEgAaB2RlZmF1bHQiACoAMgA4AEIAWgkKA2FwcBICczMSPgoYCgU4MC04MRIDVENQGFAiBggAEFEaACgAEgkKA2FwcBICczMaACIJQ2x1c3RlcklQOgBCAFIAWgBgAGgAGgIKABoAIgA=',
} as const;

const decoded = (name: keyof typeof RECORDED): unknown =>
  JSON.parse(decodeObject(Buffer.from(RECORDED[name], 'base64')));

const envelope = (apiVersion: string, kind: string) => {
  const text = (tag: number, value: string) => Buffer.from([tag, value.length, ...Buffer.from(value)]);
  const typeMeta = Buffer.concat([text(0x0a, apiVersion), text(0x12, kind)]);
  return Buffer.concat([Buffer.from('k8s\0'), Buffer.from([0x0a, typeMeta.length]), typeMeta]);
};

describe('an object sent as protobuf', () => {
  test('has bytes as base64, and nothing that nobody set', () => {
    assert.deepEqual(decoded('create secret generic s1 --from-literal=a=b'), {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 's1', namespace: 'default' },
      data: { a: 'Yg==' },
    });
  });

  test('keeps a zero that was meant', () => {
    const labels = { app: 'd1' };
    assert.deepEqual(decoded('create deployment d1 --image=nginx:1 --replicas=0 --port=80'), {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd1', namespace: 'default', labels },
      spec: {
        replicas: 0,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: 'nginx', image: 'nginx:1', ports: [{ containerPort: 80 }] }] },
        },
      },
    });
  });

  test('has a port by number or by name', () => {
    assert.deepEqual(decoded('create service clusterip s3 --tcp=80:81'), {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 's3', namespace: 'default', labels: { app: 's3' } },
      spec: {
        ports: [{ name: '80-81', protocol: 'TCP', port: 80, targetPort: 81 }],
        selector: { app: 's3' },
        type: 'ClusterIP',
      },
    });
  });

  test('is refused when it is cut off, unknown or no protobuf at all', () => {
    const whole = Buffer.from(RECORDED['create service clusterip s3 --tcp=80:81'], 'base64');
    for (const body of [
      Buffer.from('{"kind":"Secret"}'),
      whole.subarray(0, whole.length - 3),
      envelope('example.com/v1', 'Thing'),
      Buffer.from('k8s\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff', 'latin1'),
    ]) {
      assert.throws(() => decodeObject(body), UnreadableBodyError);
    }
  });
});

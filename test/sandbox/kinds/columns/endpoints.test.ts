import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { columnsOf } from '../../../../src/sandbox/kinds/columns/built-in-columns.ts';

const NOW = Date.parse('2026-12-01T10:05:00Z');
const metadata = { name: 'db', namespace: 'default', creationTimestamp: '2026-12-01T10:00:00Z' };
const addresses = (...ips: readonly string[]) => ips.map((ip) => ({ ip }));
const ports = (...numbers: readonly number[]) => numbers.map((port) => ({ port, protocol: 'TCP' }));

const row = (group: string, kind: string, fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    columnsOf(group, kind).map(({ name, cell }) => [
      name,
      cell({ apiVersion: 'v1', kind, metadata, ...fields }, NOW),
    ]),
  );

describe('the columns of Endpoints', () => {
  const cases = [
    { shows: '<none>', subsets: [] },
    { shows: '10.0.0.1', subsets: [{ addresses: addresses('10.0.0.1') }] },
    {
      shows: '10.0.0.1:80,10.0.0.2:80,10.0.0.1:81 + 1 more...',
      subsets: [{ addresses: addresses('10.0.0.1', '10.0.0.2'), ports: ports(80, 81) }],
    },
    { shows: '[fd00::1]:80', subsets: [{ addresses: addresses('fd00::1'), ports: ports(80) }] },
    { shows: '', subsets: [{ notReadyAddresses: addresses('10.0.0.1'), ports: ports(80) }] },
  ];
  for (const { shows, subsets } of cases) {
    test(`show ${shows || 'nothing while no address is ready'}`, () => {
      assert.deepEqual(row('', 'Endpoints', { subsets }), { Endpoints: shows, Age: '5m' });
    });
  }
});

test('the columns of an EndpointSlice show its type, ports and addresses', () => {
  const endpoints = ['1', '2', '3', '4', '5'].map((n) => ({ addresses: [`10.0.0.${n}`] }));
  const slice = { addressType: 'IPv4', ports: [{ port: 80 }, { name: 'sql' }, {}], endpoints };
  assert.deepEqual(row('discovery.k8s.io', 'EndpointSlice', slice), {
    AddressType: 'IPv4',
    Ports: '80,sql,*',
    Endpoints: '10.0.0.1,10.0.0.2,10.0.0.3 + 2 more...',
    Age: '5m',
  });
});

test('an EndpointSlice without ports and addresses says so', () => {
  const shown = row('discovery.k8s.io', 'EndpointSlice', { addressType: 'IPv4', ports: [], endpoints: [] });
  assert.deepEqual([shown.Ports, shown.Endpoints], ['<unset>', '<unset>']);
});

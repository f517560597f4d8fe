/** @module Tables and bare metadata, as kubectl asks for them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ok, widgetGround } from './ground.ts';

describe('a table', () => {
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';

  test('of custom objects has the columns of the CRD, wide ones with priority 1', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    ok(await api.post(widgets, widget('a', { size: 3, colour: 'red' })), 201);
    ok(await api.post(widgets, widget('b', {})), 201);
    const table = ok(await api.get(widgets, { accept }));
    assert.equal(table.at('kind'), 'Table');
    assert.equal(table.at('apiVersion'), 'meta.k8s.io/v1');
    const columns = table.at('columnDefinitions') as Readonly<Record<string, unknown>>[];
    assert.deepEqual(
      columns.map(({ name, type, priority }) => [name, type, priority]),
      [
        ['Name', 'string', 0],
        ['Size', 'integer', 0],
        ['Colour', 'string', 1],
      ],
    );
    assert.deepEqual(table.at('rows.0.cells'), ['a', 3, 'red']);
    assert.deepEqual(table.at('rows.1.cells'), ['b', 1, null]);
    assert.equal(table.at('rows.0.object.kind'), 'PartialObjectMetadata');
    assert.equal(table.at('rows.0.object.metadata.name'), 'a');
  });

  test('of a CRD without columns has name and age', async (t) => {
    const { api, widgets, widget } = await widgetGround(t, { additionalPrinterColumns: [] });
    ok(await api.post(widgets, widget('a', {})), 201);
    const table = ok(await api.get(`${widgets}/a`, { accept }));
    const columns = table.at('columnDefinitions') as Readonly<Record<string, unknown>>[];
    assert.deepEqual(
      columns.map(({ name }) => name),
      ['Name', 'Age'],
    );
    assert.match(String(table.at('rows.0.cells.1')), /^\d+s$/);
  });

  test('can be of full objects', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    ok(await api.post(widgets, widget('a', { size: 3 })), 201);
    const table = ok(await api.get(`${widgets}?includeObject=Object`, { accept }));
    assert.equal(table.at('rows.0.object.spec.size'), 3);
  });
});

test('PartialObjectMetadata leaves spec out', async (t) => {
  const { api, widgets, widget } = await widgetGround(t);
  ok(await api.post(widgets, widget('a', { size: 3 })), 201);
  const accept = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json';
  const list = ok(await api.get(widgets, { accept }));
  assert.equal(list.at('kind'), 'PartialObjectMetadataList');
  assert.equal(list.at('items.0.metadata.name'), 'a');
  assert.equal(list.at('items.0.spec'), undefined);
});

/** @module What every conformance case starts from: a server, the paths in its namespace and the ways to judge an answer. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../support/api.ts';
import { serverKind, type TestServer, withServer } from '../support/server.ts';

export interface Ground extends TestServer {
  /** The path of a collection, an object or a subresource in the test's namespace: `path('apps/v1', 'deployments', 'a')`. */
  path(apiVersion: string, ...segments: readonly string[]): string;
  readonly configMaps: string;
  /** A ConfigMap of that name with one key, created. */
  configMap(name: string, extra?: Readonly<Record<string, unknown>>): Promise<Answer>;
}

export async function ground(t: TestContext): Promise<Ground> {
  const server = await withServer(t);
  const { api, namespace } = server;
  const path = (apiVersion: string, ...segments: readonly string[]) =>
    pathOf(apiVersion, namespace, segments);
  const configMaps = path('v1', 'configmaps');
  return {
    ...server,
    path,
    configMaps,
    configMap: async (name, extra = {}) => ok(await api.post(configMaps, aConfigMap(name, extra)), 201),
  };
}

/** A ConfigMap with `data: {key: "value"}`; `extra` replaces top-level fields, its metadata is merged. */
export function aConfigMap(
  name: string,
  extra: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const { metadata = {}, ...rest } = extra;
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, ...(metadata as object) },
    data: { key: 'value' },
    ...rest,
  };
}

export function pathOf(apiVersion: string, namespace: string, segments: readonly string[]): string {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return [root, 'namespaces', namespace, ...segments].join('/');
}

/** The answer itself, when it has the status (200 by default); otherwise fails showing what the server said. */
export function ok(answer: Answer, status = 200): Answer {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  return answer;
}

export interface Refusal {
  readonly code: number;
  readonly reason: string | undefined;
  readonly message?: string | RegExp;
  /** The fields of details.causes, in any order, each once (some servers repeat a cause). */
  readonly fields?: readonly string[];
  /** The reasons of details.causes, likewise. */
  readonly causes?: readonly string[];
  readonly name?: string;
  readonly kind?: string;
  readonly group?: string;
}

/** Judges a Status answer: what is given must be so. */
export function refused(answer: Answer, expected: Refusal): void {
  const shown = JSON.stringify(answer.body);
  assert.equal(answer.status, expected.code, shown);
  assert.equal(answer.at('kind'), 'Status', shown);
  assert.equal(answer.at('apiVersion'), 'v1', shown);
  assert.equal(answer.at('status'), 'Failure', shown);
  assert.equal(answer.at('code'), expected.code, shown);
  assert.equal(answer.at('reason'), expected.reason, shown);
  if (typeof expected.message === 'string') assert.equal(answer.at('message'), expected.message);
  if (expected.message instanceof RegExp) assert.match(String(answer.at('message')), expected.message);
  for (const part of ['name', 'kind', 'group'] as const)
    if (expected[part] !== undefined) assert.equal(answer.at(`details.${part}`), expected[part], shown);
  if (expected.fields !== undefined)
    assert.deepEqual(causes(answer, 'field'), [...new Set(expected.fields)].sort(), shown);
  if (expected.causes !== undefined)
    assert.deepEqual(causes(answer, 'reason'), [...new Set(expected.causes)].sort(), shown);
}

/** Asks until `done` holds (within 15 s, 3 s of a sandbox) and gives the last answer. For what a server does in its own time. */
export async function eventually(
  ask: () => Promise<Answer>,
  done: (answer: Answer) => boolean,
): Promise<Answer> {
  const seconds = serverKind() === 'cluster' ? 15 : 3;
  const deadline = performance.now() + seconds * 1_000;
  for (;;) {
    const answer = await ask();
    if (done(answer)) return answer;
    if (performance.now() > deadline) assert.fail(`not in ${seconds} s: ${JSON.stringify(answer.body)}`);
    await delay(50);
  }
}

/** The items of a list answer by name. */
export function names(answer: Answer): readonly unknown[] {
  return items(answer).map((item) => (item as { metadata?: { name?: unknown } }).metadata?.name);
}

export function items(answer: Answer): readonly unknown[] {
  const list = answer.at('items');
  assert.ok(Array.isArray(list), JSON.stringify(answer.body));
  return list;
}

/** A CRD of a group of its own (so that tests do not meet), with `spec.size` 1..5 (default 1) and `spec.colour`. */
export function aWidgetCrd(change: Readonly<Record<string, unknown>> = {}): WidgetCrd {
  const group = `g${randomBytes(4).toString('hex')}.example.test`;
  const schema = {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          size: { type: 'integer', minimum: 1, maximum: 5, default: 1 },
          colour: { type: 'string', enum: ['red', 'green'] },
          code: { type: 'string', pattern: '^[a-z]+$', maxLength: 8 },
          parts: {
            type: 'array',
            items: {
              type: 'object',
              required: ['name'],
              properties: { name: { type: 'string' }, count: { type: 'integer' } },
            },
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['name'],
          },
          free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        },
      },
      status: { type: 'object', properties: { size: { type: 'integer' }, selector: { type: 'string' } } },
    },
  };
  const version = {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: schema },
    subresources: {
      status: {},
      scale: {
        specReplicasPath: '.spec.size',
        statusReplicasPath: '.status.size',
        labelSelectorPath: '.status.selector',
      },
    },
    additionalPrinterColumns: [
      { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
      { name: 'Colour', type: 'string', jsonPath: '.spec.colour', priority: 1 },
    ],
    ...change,
  };
  return {
    group,
    apiVersion: `${group}/v1`,
    name: `widgets.${group}`,
    object: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `widgets.${group}` },
      spec: {
        group,
        scope: 'Namespaced',
        names: {
          plural: 'widgets',
          singular: 'widget',
          kind: 'Widget',
          listKind: 'WidgetList',
          shortNames: ['wd'],
          categories: ['all'],
        },
        versions: [version],
      },
    },
  };
}

export interface WidgetCrd {
  readonly group: string;
  readonly apiVersion: string;
  readonly name: string;
  readonly object: Readonly<Record<string, unknown>>;
}

export const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Creates the CRD, waits until its objects are served, and deletes it with the test. */
export async function installCrd({ api, deleteAtEnd }: TestServer, crd: WidgetCrd): Promise<void> {
  ok(await api.post(crds, crd.object), 201);
  deleteAtEnd(`${crds}/${crd.name}`);
  await eventually(
    () => api.get(`/apis/${crd.apiVersion}/widgets`),
    (answer) => answer.status === 200,
  );
}

/** A ground with a CRD of its own: `widgets` is the path of its collection, `widget` an object for it. */
export async function widgetGround(
  t: TestContext,
  change?: Readonly<Record<string, unknown>>,
): Promise<WidgetGround> {
  const base = await ground(t);
  const crd = aWidgetCrd(change);
  await installCrd(base, crd);
  const widgets = base.path(crd.apiVersion, 'widgets');
  const widget = (name: string, spec: unknown, metadata: object = {}) => ({
    apiVersion: crd.apiVersion,
    kind: 'Widget',
    metadata: { name, ...metadata },
    spec,
  });
  return { ...base, crd, widgets, widget };
}

export interface WidgetGround extends Ground {
  readonly crd: WidgetCrd;
  readonly widgets: string;
  widget(name: string, spec: unknown, metadata?: object): Readonly<Record<string, unknown>>;
}

function causes(answer: Answer, part: 'field' | 'reason'): readonly string[] {
  const list = answer.at('details.causes');
  return Array.isArray(list)
    ? [...new Set(list.map((cause: Record<string, string>) => cause[part] ?? ''))].sort()
    : [];
}

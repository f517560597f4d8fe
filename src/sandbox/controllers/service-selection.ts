/** @module Finds the Services that select a pod, without looking at all others. */
import type { ObjectKey } from '../../kube/object.ts';
import { type Service, services } from '../../kube/resources.ts';
import type { Index, World } from '../world.ts';

type Labels = Readonly<Record<string, string>>;

/** Whole selectors. */
const bySelector: Index<Service> = {
  resource: services,
  valuesOf: ({ metadata: { namespace = '' }, spec }) => {
    const selector = spec?.selector ?? {};
    const names = Object.keys(selector).sort();
    return names.length === 0 ? [] : [selectorOf(namespace, names, selector)];
  },
};

/** The label names that selectors are made of. There are few of these, however many Services. */
const byLabelNames: Index<Service> = {
  resource: services,
  valuesOf: ({ spec }) => {
    const names = Object.keys(spec?.selector ?? {}).sort();
    return names.length === 0 ? [] : [JSON.stringify(names)];
  },
};

/** The Services of a namespace whose selector holds for these labels, by name. */
export function servicesSelecting(world: World, namespace: string, labels: Labels): readonly Service[] {
  const index = world.byIndex(bySelector);
  const places = new Map<string, ObjectKey>();
  for (const text of world.byIndex(byLabelNames).keys()) {
    const names = JSON.parse(text) as readonly string[];
    if (!names.every((name) => Object.hasOwn(labels, name))) continue;
    for (const [id, key] of index.get(selectorOf(namespace, names, labels)) ?? []) places.set(id, key);
  }
  return [...places]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, key]) => world.get(services, key) ?? []);
}

function selectorOf(namespace: string, names: readonly string[], labels: Labels): string {
  return JSON.stringify([namespace, names.map((name) => [name, labels[name]])]);
}

/** @module Reads a page of metrics. */
import assert from 'node:assert/strict';

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Every sample of the page, in order. Fails on a line that is none. */
export function samplesOf(text: string): readonly Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', list = '', value = ''] = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    assert.notEqual(name, '', `no sample: ${line}`);
    const labels = [...list.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', text = '']) => [label, text]);
    return { name, labels: Object.fromEntries(labels), value: Number(value) };
  });
}

/** The value of the one sample with exactly these labels. Fails when there is none, or more. */
export function sampleOf(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number {
  const named = samplesOf(text).filter((sample) => sample.name === name);
  const found = named.filter((sample) => sorted(sample.labels) === sorted(labels));
  const [one] = found;
  assert.ok(one !== undefined && found.length === 1, `${name} has ${JSON.stringify(named)}`);
  return one.value;
}

function sorted(labels: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(labels).toSorted());
}

/** @module A source's text as separate objects: several documents, empty ones, lists. */
import { isRecord } from '../../api/json-value.ts';
import { parseYamlDocuments, YamlError } from '../../kube/yaml.ts';
import { UsageError } from '../errors/cli-error.ts';
import type { Source } from './read-sources.ts';

/** One object of a source. */
export interface ManifestDocument {
  /** Where it is: `orders.yaml`, or `orders.yaml, document 2` when there are more. */
  readonly where: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Aliases can make a few hundred bytes unfold to gigabytes; no manifest of use has so many values. */
const MAX_VALUES = 100_000;

/**
 * The objects of a source: empty documents are skipped, the items of a `List` taken out. Rejects with a UsageError
 * that names the document when the text is not YAML or JSON, or unfolds to too much.
 */
export async function parseDocuments({ name, text }: Source): Promise<readonly ManifestDocument[]> {
  const values = await parse(name, text);
  const found = [...values.entries()].filter(([, value]) => value !== null && value !== undefined);
  return found.flatMap(([index, value]) => {
    const where = found.length === 1 ? name : `${name}, document ${index + 1}`;
    if (!fits(value))
      throw new UsageError(`${where} unfolds to more than ${MAX_VALUES} values: use fewer aliases`);
    if (!isRecord(value)) throw new UsageError(`${where} is not an object: it must hold a DatabaseManager`);
    return itemsOf(value, where);
  });
}

async function parse(name: string, text: string): Promise<readonly unknown[]> {
  try {
    return await parseYamlDocuments(text);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new UsageError(`${name} is not valid YAML: ${error.message}`, { cause: error });
  }
}

/** `kubectl get -o yaml` and `dbm get -o yaml` print lists. */
function itemsOf(value: Readonly<Record<string, unknown>>, where: string): readonly ManifestDocument[] {
  const { kind, items } = value;
  if (typeof kind !== 'string' || !kind.endsWith('List') || !Array.isArray(items)) return [{ where, value }];
  return items.map((item: unknown, index) => {
    const place = `${where}, item ${index + 1}`;
    if (!isRecord(item)) throw new UsageError(`${place} is not an object: it must be a DatabaseManager`);
    return { where: place, value: item };
  });
}

/** Counts as a serialiser would, shared values once per use, and gives up at the limit: also when it is a circle. */
function fits(value: unknown): boolean {
  const open: unknown[] = [value];
  for (let count = 1; open.length > 0; count += 1) {
    if (count + open.length > MAX_VALUES) return false;
    const current = open.pop();
    if (typeof current === 'object' && current !== null) open.push(...Object.values(current));
  }
  return true;
}

/** @module Reads typed fields out of decoded YAML, with errors that name the place but never the value. */
import { KubeconfigError } from './kubeconfig-error.ts';

/** A mapping of the file, and where it stands (`/home/a/.kube/config: users[0].user`). */
export class Fields {
  readonly at: string;
  readonly #values: Readonly<Record<string, unknown>>;

  /** Throws a KubeconfigError when `value` is no mapping. Null and absent count as empty. */
  constructor(value: unknown, at: string) {
    this.at = at;
    if (!isMapping(value ?? {})) throw new KubeconfigError(`${at} must be a mapping`);
    this.#values = (value ?? {}) as Readonly<Record<string, unknown>>;
  }

  has(name: string): boolean {
    return this.raw(name) !== undefined;
  }

  /** The value as it is; null counts as absent. */
  raw(name: string): unknown {
    return this.#values[name] ?? undefined;
  }

  /** Empty text counts as absent, as in kubectl. */
  text(name: string): string | undefined {
    const value = this.raw(name);
    if (value === undefined || value === '') return undefined;
    if (typeof value !== 'string') throw this.#wrong(name, 'text (put it in quotes)');
    return value;
  }

  flag(name: string): boolean | undefined {
    const value = this.raw(name);
    if (value === undefined || typeof value === 'boolean') return value;
    throw this.#wrong(name, 'true or false');
  }

  texts(name: string): readonly string[] | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (!isTexts(value)) throw this.#wrong(name, 'a list of text');
    return value;
  }

  child(name: string): Fields {
    return new Fields(this.raw(name), `${this.at}.${name}`);
  }

  /** The elements of a list of mappings. */
  children(name: string): readonly Fields[] {
    const value = this.raw(name) ?? [];
    if (!Array.isArray(value)) throw this.#wrong(name, 'a list');
    return value.map((item, index) => new Fields(item, `${this.at}${this.#separator}${name}[${index}]`));
  }

  names(): readonly string[] {
    return Object.keys(this.#values);
  }

  get #separator(): string {
    return this.at.endsWith(': ') ? '' : '.';
  }

  #wrong(name: string, expected: string): KubeconfigError {
    return new KubeconfigError(`${this.at}${this.#separator}${name} must be ${expected}`);
  }
}

function isMapping(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

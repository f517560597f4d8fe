/** @module YAML text to data and back: the only file that imports js-yaml, and only when there is YAML. */

/** The text is not YAML, or unfolds to more than it is allowed to. The message quotes nothing of the text. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
  /** Counted from 1; absent where no place can be named. */
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(line === undefined ? message : `line ${line}: ${message}`);
    this.line = line;
  }
}

const MAX_ALIASES = 100;
const MAX_DEPTH = 100;
const QUOTED = /"[^"]*"/g;

/**
 * All documents of a YAML (or JSON) text in order; an empty document is null, an empty text has none. Rejects with
 * a YamlError on bad syntax, more than 100 aliases in a document, or 100 levels of nesting. Aliases share one
 * value: whoever serialises a document must bound what it unfolds to.
 */
export async function parseYamlDocuments(text: string): Promise<readonly unknown[]> {
  if (text.trim() === '') return [];
  const { loadAll, YAMLException } = await import('js-yaml');
  try {
    return loadAll(text, { maxAliases: MAX_ALIASES, maxDepth: MAX_DEPTH });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark === undefined ? undefined : error.mark.line + 1;
    throw new YamlError(error.reason.replaceAll(QUOTED, '"…"'), line);
  }
}

/** `value` as one YAML document: block style, no anchors, long lines left whole. Ends in a newline. */
export async function stringifyYaml(value: unknown): Promise<string> {
  const { dump } = await import('js-yaml');
  return dump(value, { noRefs: true, lineWidth: -1 });
}

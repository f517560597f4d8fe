/** @module Machine-readable output: exactly one JSON or YAML document on stdout. */
import type { DocumentFormat } from './document-format.ts';

/** `value` as text in that format, ending in a newline. Absent (`undefined`) properties are left out. */
export async function renderDocument(format: DocumentFormat, value: unknown): Promise<string> {
  const json = JSON.stringify(value, null, 2);
  switch (format) {
    case 'json':
      return `${json}\n`;
    case 'yaml': {
      const { stringifyYaml } = await import('../../kube/yaml.ts');
      return await stringifyYaml(JSON.parse(json));
    }
  }
}

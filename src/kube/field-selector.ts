/** @module Field selectors: `metadata.name=orders,status.phase!=Running`. */

/** One comparison with a field. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** All of them must hold. */
export type FieldSelector = readonly FieldRequirement[];

/** Understands `=`, `==` and `!=`, and `\,` `\=` `\\` in values. Throws a TypeError on anything else. */
export function parseFieldSelector(text: string): FieldSelector {
  return splitUnescaped(text)
    .filter((term) => term !== '')
    .map(parseTerm);
}

/** Whether `fields` (by path) meet the selector. An absent field counts as empty text. */
export function matchesFields(selector: FieldSelector, fields: Readonly<Record<string, string>>): boolean {
  return selector.every(
    ({ field, operator, value }) => ((fields[field] ?? '') === value) === (operator === '='),
  );
}

function splitUnescaped(text: string): readonly string[] {
  return text.match(/(?:[^,\\]|\\.?)+/gs) ?? [];
}

function parseTerm(term: string): FieldRequirement {
  const { field, operator, value } =
    /^(?<field>[^=!]+)(?<operator>!=|==?)(?<value>.*)$/s.exec(term)?.groups ?? {};
  if (field === undefined || value === undefined) {
    throw new TypeError(`invalid field selector: "${term}"; can't understand it`);
  }
  return { field: field.trim(), operator: operator === '!=' ? '!=' : '=', value: unescaped(value, term) };
}

function unescaped(value: string, term: string): string {
  const rest = value.replace(/\\[\\,=]/g, '');
  if (/[\\=]/.test(rest))
    throw new TypeError(`invalid field selector: "${term}"; "\\" and "=" must be escaped`);
  return value.replace(/\\([\\,=])/g, '$1');
}

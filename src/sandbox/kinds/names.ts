/** @module The forms that names, label keys and label values must have. */

const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const SERVICE_LABEL = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;

/** The name part of keys, and label values. */
export const QUALIFIED = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;

const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end " +
  `with an alphanumeric character (e.g. 'example.com', regex used for validation is '${SUBDOMAIN.source.slice(1, -1)}')`;
const LABEL_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an " +
  `alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${LABEL.source.slice(1, -1)}')`;
const SERVICE_RULE =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with " +
  `an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '${SERVICE_LABEL.source.slice(1, -1)}')`;
const NAME_PART_RULE =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

/** Why text is no DNS-1123 subdomain; empty when it is one. */
export function subdomainProblems(text: string): readonly string[] {
  return problems(text, { pattern: SUBDOMAIN, max: 253, rule: SUBDOMAIN_RULE });
}

/** Why text is no DNS-1123 label; empty when it is one. */
export function labelProblems(text: string): readonly string[] {
  return problems(text, { pattern: LABEL, max: 63, rule: LABEL_RULE });
}

/** Why text is no label or annotation key; empty when it is one. */
export function qualifiedNameProblems(key: string): readonly string[] {
  const parts = key.split('/');
  const name = parts.at(-1) ?? '';
  const prefix = parts.length === 2 ? parts[0] : undefined;
  if (parts.length > 2)
    return [
      `a qualified name ${NAME_PART_RULE.slice('name part '.length)} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  const errors: string[] = [];
  if (prefix === '') errors.push('prefix part must be non-empty');
  else if (prefix !== undefined) errors.push(...subdomainProblems(prefix).map((why) => `prefix part ${why}`));
  if (name === '') errors.push('name part must be non-empty');
  else if (name.length > 63) errors.push('name part must be no more than 63 bytes');
  if (!QUALIFIED.test(name)) errors.push(NAME_PART_RULE);
  return errors;
}

/** Why text is no DNS-1035 label (the name of a Service); empty when it is one. */
export function serviceNameProblems(text: string): readonly string[] {
  return problems(text, { pattern: SERVICE_LABEL, max: 63, rule: SERVICE_RULE });
}

function problems(text: string, rule: { pattern: RegExp; max: number; rule: string }): readonly string[] {
  const errors: string[] = [];
  if (text.length > rule.max) errors.push(`must be no more than ${rule.max} bytes`);
  if (!rule.pattern.test(text)) errors.push(rule.rule);
  return errors;
}

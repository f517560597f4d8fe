/** @module Label selectors: `app=mysql,tier in (a,b),!legacy`, and their structured form. */

/** One requirement on a label. */
export type LabelRequirement =
  | { readonly key: string; readonly operator: 'In' | 'NotIn'; readonly values: readonly string[] }
  | { readonly key: string; readonly operator: 'Exists' | 'DoesNotExist' }
  | { readonly key: string; readonly operator: 'Gt' | 'Lt'; readonly value: bigint };

/** All of them must hold; none at all selects everything. */
export type LabelSelector = readonly LabelRequirement[];

/** `metav1.LabelSelector`, as Deployments and Services carry it. */
export interface StructuredSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

type Labels = Readonly<Record<string, string>>;

/** Parses the text of `-l` and `?labelSelector=`. Empty text selects everything. Throws a TypeError. */
export function parseLabelSelector(text: string): LabelSelector {
  if (text.trim() === '') return [];
  return splitOutsideParentheses(text).map((term) => parseRequirement(term.trim(), text));
}

/** Whether `labels` meet every requirement. `!=` and `notin` also match where the label is absent. */
export function matchesLabels(selector: LabelSelector, labels: Labels = {}): boolean {
  return selector.every((requirement) => meets(requirement, labels));
}

/** The structured form as requirements. Throws a TypeError on an unknown operator. */
export function toLabelSelector({ matchLabels, matchExpressions }: StructuredSelector): LabelSelector {
  const equal = Object.entries(matchLabels ?? {}).map(([key, value]) => requireIn(key, [value]));
  const expressions = (matchExpressions ?? []).map(({ key, operator, values = [] }): LabelRequirement => {
    if (operator === 'In' || operator === 'NotIn') return { key, operator, values };
    if (operator === 'Exists' || operator === 'DoesNotExist') return { key, operator };
    throw new TypeError(`"${operator}" is not a valid label selector operator`);
  });
  return [...equal, ...expressions];
}

/** The selector as text, in the form the API uses (`status.selector` of a scale): sorted by key. */
export function formatLabelSelector(selector: LabelSelector): string {
  return selector
    .toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(formatRequirement)
    .join(',');
}

function meets(requirement: LabelRequirement, labels: Labels): boolean {
  const value = Object.hasOwn(labels, requirement.key) ? labels[requirement.key] : undefined;
  switch (requirement.operator) {
    case 'In':
      return value !== undefined && requirement.values.includes(value);
    case 'NotIn':
      return value === undefined || !requirement.values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
      return value !== undefined && /^-?\d+$/.test(value) && BigInt(value) > requirement.value;
    case 'Lt':
      return value !== undefined && /^-?\d+$/.test(value) && BigInt(value) < requirement.value;
  }
}

const PREFIX = '(?:[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?/)?';
const NAME = '[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?';
const KEY = new RegExp(`^${PREFIX}${NAME}$`);
const VALUE = new RegExp(`^(?:${NAME})?$`);
const COMPARED = /^(?<key>[^\s=!<>()]+)\s*(?<operator>==|=|!=|<|>)\s*(?<value>[^\s=!<>()]*)$/;
const IN_SET = /^(?<key>[^\s=!<>()]+)\s+(?<operator>in|notin)\s*\((?<values>[^()]*)\)$/;
const PRESENCE = /^(?<absent>!?)\s*(?<key>[^\s=!<>()]+)$/;

function splitOutsideParentheses(text: string): readonly string[] {
  return text.split(/,(?![^()]*\))/);
}

function parseRequirement(term: string, whole: string): LabelRequirement {
  const set = IN_SET.exec(term)?.groups;
  if (set !== undefined) {
    const values = (set.values ?? '').split(',').map((value) => checkValue(value.trim(), whole));
    return { key: checkKey(set.key, whole), operator: set.operator === 'in' ? 'In' : 'NotIn', values };
  }
  const compared = COMPARED.exec(term)?.groups;
  if (compared !== undefined) return comparison(compared, whole);
  const presence = PRESENCE.exec(term)?.groups;
  if (presence === undefined) throw invalid(whole, `"${term}" is no requirement`);
  return {
    key: checkKey(presence.key, whole),
    operator: presence.absent === '!' ? 'DoesNotExist' : 'Exists',
  };
}

function comparison(groups: Readonly<Record<string, string>>, whole: string): LabelRequirement {
  const key = checkKey(groups.key, whole);
  const value = checkValue(groups.value ?? '', whole);
  if (groups.operator === '!=') return { key, operator: 'NotIn', values: [value] };
  if (groups.operator !== '<' && groups.operator !== '>') return requireIn(key, [value]);
  if (!/^\d+$/.test(value)) throw invalid(whole, `"${value}" is no integer`);
  return { key, operator: groups.operator === '>' ? 'Gt' : 'Lt', value: BigInt(value) };
}

function requireIn(key: string, values: readonly string[]): LabelRequirement {
  return { key, operator: 'In', values };
}

function checkKey(key: string | undefined, whole: string): string {
  if (key === undefined || !KEY.test(key)) throw invalid(whole, `"${key}" is no label key`);
  return key;
}

function checkValue(value: string, whole: string): string {
  if (!VALUE.test(value)) throw invalid(whole, `"${value}" is no label value`);
  return value;
}

function invalid(selector: string, why: string): TypeError {
  return new TypeError(`unable to parse the label selector "${selector}": ${why}`);
}

function formatRequirement(requirement: LabelRequirement): string {
  const { key } = requirement;
  switch (requirement.operator) {
    case 'In':
      return requirement.values.length === 1
        ? `${key}=${requirement.values[0]}`
        : `${key} in (${listed(requirement.values)})`;
    case 'NotIn':
      return requirement.values.length === 1
        ? `${key}!=${requirement.values[0]}`
        : `${key} notin (${listed(requirement.values)})`;
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
    case 'Gt':
      return `${key}>${requirement.value}`;
    case 'Lt':
      return `${key}<${requirement.value}`;
  }
}

function listed(values: readonly string[]): string {
  return values.toSorted().join(',');
}

/** @module How the fields of children combine: by what list elements are known, and what tolerates nothing beside it. */
import { isRecord } from '../api/json-value.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields that name an element, by the list it is in: the merge keys of the API. */
const LIST_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ['containers', ['name']],
  ['volumes', ['name']],
  ['env', ['name']],
  ['imagePullSecrets', ['name']],
  ['ownerReferences', ['uid']],
  ['volumeMounts', ['mountPath']],
  // A container's port and a Service's are named by different fields.
  ['ports', ['port', 'containerPort', 'protocol']],
]);

const PROBE_HANDLERS = new Set(['exec', 'httpGet', 'tcpSocket', 'grpc']);

const isAny = () => true;
const isHandler = (field: string) => PROBE_HANDLERS.has(field);

/** By the name of a field or list: what must not stand beside the desired fields. */
const EXCLUSIONS: ReadonlyMap<string, (field: string, want: Fields) => boolean> = new Map([
  // One more label, and a Service finds no pod any more.
  ['selector', isAny],
  ['capabilities', isAny],
  // A volume has one source, a variable one value, and a mount that others made read-only is of no use.
  ['volumes', isAny],
  ['env', isAny],
  ['volumeMounts', isAny],
  ['startupProbe', isHandler],
  ['readinessProbe', isHandler],
  ['livenessProbe', isHandler],
  ['strategy', (field: string, want: Fields) => field === 'rollingUpdate' && want.type === 'Recreate'],
  // Host ports, which hostNetwork brings along; a Service's port gets a nodePort that has to stay.
  ['ports', (_field: string, want: Fields) => 'containerPort' in want],
]);

/** The fields by which elements of the list of that name are told apart; undefined when only their order tells. */
export function listKeys(list: string): readonly string[] | undefined {
  return LIST_KEYS.get(list);
}

/** Whether both are the same element of a list with those keys. */
export function isSameElement(a: unknown, b: unknown, keys: readonly string[]): boolean {
  return isRecord(a) && isRecord(b) && keys.every((key) => keyValue(a, key) === keyValue(b, key));
}

/** The fields of `got` that must go where `want` is to be. `name` is that of the field, or of the list around it. */
export function excludedFields(name: string, want: Fields, got: Fields): readonly string[] {
  const excludes = EXCLUSIONS.get(name);
  if (excludes === undefined) return [];
  return Object.keys(got).filter((field) => !Object.hasOwn(want, field) && excludes(field, want));
}

/** Whether the server derives other fields from this one, so that they come back while it stands: host ports. */
export function entailsOthers(name: string): boolean {
  return name === 'hostNetwork';
}

/** Whether `other`, which is no desired element, claims the name of `want`: a renumbered port, a moved mount. */
export function claimsName(other: unknown, want: Fields): boolean {
  return isRecord(other) && want.name !== undefined && other.name === want.name;
}

function keyValue(item: Fields, key: string): unknown {
  return key === 'protocol' ? (item[key] ?? 'TCP') : item[key];
}

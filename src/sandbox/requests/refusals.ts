/** @module The API server's refusals: reason, code, message and details as the real one gives them. */
import type { Resource } from '../../kube/resource.ts';
import { type Status, type StatusCause, StatusError } from '../../kube/status-error.ts';
import { type FieldError, toCause } from '../kinds/field-error.ts';

type Named = Pick<Resource, 'group' | 'plural'>;
type Details = NonNullable<Status['details']>;

/** `deployments.apps "x" not found`. */
export function notFound(resource: Named, name: string): StatusError {
  return refusal(
    404,
    'NotFound',
    `${qualified(resource)} ${JSON.stringify(name)} not found`,
    details(resource, name),
  );
}

/** The path leads nowhere: no such kind, or no such verb on it. */
export function noSuchPath(): StatusError {
  return refusal(404, 'NotFound', 'the server could not find the requested resource', {});
}

export function alreadyExists(resource: Named, name: string, isTerminating = false): StatusError {
  const exists = `${qualified(resource)} ${JSON.stringify(name)} already exists`;
  const message = isTerminating ? `object is being deleted: ${exists}` : exists;
  return refusal(409, 'AlreadyExists', message, details(resource, name));
}

/** The sent resourceVersion is not the stored one. */
export function modified(resource: Named, name: string): StatusError {
  const why = 'the object has been modified; please apply your changes to the latest version and try again';
  return conflict(resource, name, why);
}

export function conflict(resource: Named, name: string, why: string): StatusError {
  const message = `Operation cannot be fulfilled on ${qualified(resource)} ${JSON.stringify(name)}: ${why}`;
  return refusal(409, 'Conflict', message, details(resource, name));
}

/** Server-side apply would take fields from other managers. */
export function applyConflict(causes: readonly StatusCause[]): StatusError {
  const [first] = causes;
  const noun = causes.length === 1 ? 'conflict' : 'conflicts';
  const single = causes.length === 1 && first !== undefined;
  const what = single ? `${first.message}: ${first.field}` : perManager(causes);
  return refusal(409, 'Conflict', `Apply failed with ${causes.length} ${noun}: ${what}`, { causes });
}

/** One or more fields are wrong. */
export function invalid(
  kind: Pick<Resource, 'group' | 'kind'>,
  name: string,
  errors: readonly FieldError[],
): StatusError {
  const causes = errors.map(toCause);
  const texts = [
    ...new Set(errors.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`))),
  ];
  const what = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  const subject = kind.group === '' ? kind.kind : `${kind.kind}.${kind.group}`;
  return refusal(422, 'Invalid', `${subject} ${JSON.stringify(name)} is invalid: ${what}`, {
    ...(name === '' ? {} : { name }),
    ...(kind.group === '' ? {} : { group: kind.group }),
    kind: kind.kind,
    causes,
  });
}

export function badRequest(message: string): StatusError {
  return refusal(400, 'BadRequest', message);
}

export function forbidden(
  resource: Named,
  name: string,
  why: string,
  causes?: readonly StatusCause[],
): StatusError {
  return refusal(403, 'Forbidden', `${qualified(resource)} ${JSON.stringify(name)} is forbidden: ${why}`, {
    ...details(resource, name),
    ...(causes === undefined ? {} : { causes }),
  });
}

export function methodNotAllowed(): StatusError {
  return refusal(
    405,
    'MethodNotAllowed',
    'the server does not allow this method on the requested resource',
    {},
  );
}

export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return refusal(415, 'UnsupportedMediaType', message);
}

/** The history that was asked for is gone. */
export function expired(message: string): StatusError {
  return refusal(410, 'Expired', message);
}

/** A resourceVersion from the future. */
export function tooLargeVersion(asked: number, current: number): StatusError {
  return refusal(504, 'Timeout', `Too large resource version: ${asked}, current: ${current}`, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  });
}

/** A StatusError of any kind. */
export function refusal(code: number, reason: string, message: string, about?: Details): StatusError {
  return new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    ...(reason === '' ? {} : { reason }),
    ...(about === undefined ? {} : { details: about }),
    code,
  });
}

/** What a Status says of the object it is about. Its `kind` is the plural, as on the real server. */
export function details({ group, plural }: Named, name?: string): Details {
  return { ...(name === undefined ? {} : { name }), ...(group === '' ? {} : { group }), kind: plural };
}

/** `deployments.apps`. */
export function qualified({ group, plural }: Named): string {
  return group === '' ? plural : `${plural}.${group}`;
}

function perManager(causes: readonly StatusCause[]): string {
  const groups = Map.groupBy(causes.toSorted(byManager), ({ message = '' }) =>
    message.replace(/^conflict/, 'conflicts'),
  );
  return [...groups]
    .map(([who, of]) => `${who}:\n${of.map(({ field }) => `- ${field}`).join('\n')}`)
    .join('\n');
}

function byManager({ message: a = '' }: StatusCause, { message: b = '' }: StatusCause): number {
  return a < b ? -1 : Number(a > b);
}

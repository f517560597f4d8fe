/** @module Answers of the server: read whole, decoded, refusals turned into StatusErrors. */
import { type Status, StatusError } from '../status-error.ts';
import { ConnectionError, type WireResponse } from '../transport.ts';
import type { Head } from './retry-policy.ts';

const MAX_BODY = 256 * 1024 * 1024;
const MAX_EXCERPT = 200;

/** An answer with its whole body. */
export interface Answer extends Head {
  readonly text: string;
}

/** Where an answer comes from, and what it answers. */
export interface AnswerOrigin {
  readonly server: string;
  readonly method: string;
  readonly what: string;
}

/** Reads the body. Rejects with a ConnectionError beyond 256 MiB. */
export async function readAnswer(response: WireResponse, server: string): Promise<Answer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > MAX_BODY) throw new ConnectionError(server, `${server} sent more than 256 MiB`);
    chunks.push(chunk);
  }
  return { status: response.status, headers: response.headers, text: Buffer.concat(chunks).toString('utf8') };
}

/** The JSON of a success. Throws a StatusError for a refusal, a ConnectionError for what is no API server's answer. */
export function decodeAnswer(answer: Answer, origin: AnswerOrigin): unknown {
  if (answer.status < 200 || answer.status > 299) throw refusal(answer, origin);
  if (isHtml(answer)) throw notAnApiServer(answer, origin.server);
  const value = parse(answer.text);
  if (value === undefined) throw notAnApiServer(answer, origin.server);
  if (isStatus(value) && value.status === 'Failure') throw new StatusError(value);
  return value;
}

/** A StatusError for any answer that is not a success, with the reason client-go would give where there is none. */
export function refusal(answer: Answer, { method, server, what }: AnswerOrigin): StatusError {
  const { status: code, headers, text } = answer;
  const seconds = /^\d+$/.test(headers['retry-after'] ?? '') ? Number(headers['retry-after']) : undefined;
  const value = parse(text);
  if (isStatus(value)) return new StatusError({ ...value, code: value.code || code });
  const excerpt = isHtml(answer) ? 'an HTML page' : text.trim().slice(0, MAX_EXCERPT) || 'nothing';
  return new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code,
    reason: reasonFor(code, method),
    message: `${server} answered ${code} while ${what}, with no Kubernetes status but: ${excerpt}`,
    ...(seconds !== undefined && { details: { retryAfterSeconds: seconds } }),
  });
}

/** A sign-in page, a proxy or another service answered. */
export function notAnApiServer(head: Head, server: string): ConnectionError {
  const sort = isHtml(head)
    ? 'an HTML page'
    : `something that is not JSON (${head.headers['content-type'] ?? 'no content type'})`;
  return new ConnectionError(
    server,
    `${server} answered ${sort}. Is it a Kubernetes API server, or does a proxy or sign-in page answer?`,
    { code: 'ENOTKUBERNETES' },
  );
}

export function isHtml({ headers }: Head): boolean {
  return (headers['content-type'] ?? '').startsWith('text/html');
}

/** `undefined` for text that is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isStatus(value: unknown): value is Status {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Status';
}

function reasonFor(code: number, method: string): string {
  if (code === 409) return method === 'POST' ? 'AlreadyExists' : 'Conflict';
  return REASONS[code] ?? (code >= 500 ? 'InternalError' : 'Unknown');
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  410: 'Gone',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

/** @module One HTTP exchange: checks who asks, hands the request to the sandbox, streams its answer. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import type { Status } from '../../kube/status-error.ts';
import type { WireRequest, WireResponse } from '../../kube/transport.ts';
import { decodeObject, UnreadableBodyError } from './protobuf/decode-object.ts';
import { BodyTooLargeError, readBody } from './read-body.ts';
import type { Response } from './response.ts';
import { sendBody } from './send-body.ts';
import type { RequestHandler } from './serve.ts';

type Request = IncomingMessage | Http2ServerRequest;

export interface Exchange {
  readonly request: Request;
  readonly response: Response;
  /** What the caller must present. */
  readonly token: string;
  /** Ends watches when the server stops. */
  readonly closing: AbortSignal;
}

/** Names that belong to one HTTP/1.1 connection; HTTP/2 refuses them. */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding']);
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Answers, whatever happens; ends when the answer is sent or the client is gone. Never rejects. */
export async function answer(sandbox: RequestHandler, exchange: Exchange): Promise<void> {
  const { response, closing } = exchange;
  const gone = new AbortController();
  response.once('close', () => gone.abort(new Error('the client went away')));
  const signal = AbortSignal.any([gone.signal, closing]);
  try {
    const { status, headers, body } = await respond(sandbox, exchange, signal);
    response.writeHead(status, withoutConnectionHeaders(headers));
    response.flushHeaders?.();
    await sendBody(response, body, signal);
    response.end();
  } catch (error) {
    fail(response, error, signal);
  }
}

async function respond(
  sandbox: RequestHandler,
  { request, token }: Exchange,
  signal: AbortSignal,
): Promise<WireResponse> {
  if (!presents(request, token)) return refuse(401, 'Unauthorized', 'Unauthorized');
  const { method = '', url: path = '/' } = request;
  if (!isMethod(method)) {
    return refuse(405, 'MethodNotAllowed', `the server does not allow the method ${method}`);
  }
  const { headers, body } = asJson(headersOf(request), await readBody(request));
  return sandbox.handle({ method, path, headers, body, signal });
}

/** The sandbox itself speaks JSON only. */
function asJson(headers: Record<string, string>, body: Buffer | undefined) {
  if (headers['content-type']?.startsWith(PROTOBUF) !== true || body === undefined) {
    return { headers, body: body?.toString() };
  }
  return { headers: { ...headers, 'content-type': 'application/json' }, body: decodeObject(body) };
}

/** An answer that is under way can only be cut off; the client sees that it is not whole. */
function fail(response: Response, error: unknown, signal: AbortSignal): void {
  if (response.headersSent) {
    if (signal.aborted) response.end();
    else response.destroy();
    return;
  }
  const { status, headers, body } = problemOf(error, signal);
  response.writeHead(status, headers);
  response.end(body);
}

function problemOf(error: unknown, signal: AbortSignal) {
  if (error instanceof BodyTooLargeError) return problem(413, 'RequestEntityTooLarge', error.message);
  if (error instanceof UnreadableBodyError) return problem(415, 'UnsupportedMediaType', error.message);
  if (signal.aborted) return problem(503, 'ServiceUnavailable', 'the sandbox server is closing');
  return problem(500, 'InternalError', `Internal error occurred: ${messageOf(error)}`);
}

function presents(request: Request, token: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function isMethod(method: string): method is WireRequest['method'] {
  return METHODS.has(method);
}

/** Pseudo-headers stay out: method and path have their own place. */
function headersOf({ headers }: Request): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name.startsWith(':') || name === 'authorization'
      ? []
      : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return Object.fromEntries(entries);
}

function withoutConnectionHeaders(headers: WireResponse['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.has(name)));
}

function refuse(code: number, reason: string, message: string): WireResponse {
  const { status, headers, body } = problem(code, reason, message);
  return { status, headers, body: oneChunk(body) };
}

function problem(code: number, reason: string, message: string) {
  const status: Status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    code,
  };
  return { status: code, headers: { 'content-type': 'application/json' }, body: JSON.stringify(status) };
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

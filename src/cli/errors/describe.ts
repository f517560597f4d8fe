/** @module From any thrown value to what the user is told, and the exit code. */
import { KubeconfigError } from '../../kube/kubeconfig/kubeconfig-error.ts';
import { isForbidden, isInvalid, isNotFound, isUnauthorized, StatusError } from '../../kube/status-error.ts';
import { ConnectionError } from '../../kube/transport.ts';
import { FAILED, INTERRUPTED, TERMINATED, UNREACHABLE, USAGE } from '../exit-codes.ts';
import { Interruption, type Io } from '../io.ts';
import { CliError, type FieldCause } from './cli-error.ts';
import { isUsageError, usageMessage } from './oclif-errors.ts';

/** A failure as it is shown: one line, and one more per wrong field. */
export interface DescribedError {
  /** The HTTP status, or Node's error code, where there is one. */
  readonly code?: number | string | undefined;
  /** One CamelCase word: the server's where it is the server's refusal. */
  readonly reason: string;
  readonly message: string;
  readonly causes: readonly FieldCause[];
  readonly exitCode: number;
  /** Shown only under DEBUG. */
  readonly stack?: string | undefined;
  readonly document?: Readonly<Record<string, unknown>> | undefined;
}

/** Says what is wrong, where, and what to do. Recognises errors by type and reason. */
export function describeError(error: unknown, { signal }: Pick<Io, 'signal'>): DescribedError {
  return { stack: error instanceof Error ? error.stack : undefined, ...describe(error, signal) };
}

function describe(error: unknown, signal: AbortSignal): DescribedError {
  if (error instanceof CliError) return describeCliError(error);
  if (error instanceof Interruption) return describeInterruption(error);
  if (signal.reason instanceof Interruption) return describeInterruption(signal.reason);
  if (error instanceof StatusError) return describeStatus(error);
  if (error instanceof ConnectionError) return describeConnection(error);
  if (error instanceof KubeconfigError) {
    return { reason: 'Kubeconfig', message: error.message, causes: [], exitCode: FAILED };
  }
  if (isUsageError(error)) {
    return { reason: 'Usage', message: usageMessage(error), causes: [], exitCode: USAGE };
  }
  return describeWrapped(error, signal) ?? describeUnforeseen(error);
}

/** The core tells what it was doing, and keeps the refusal itself as the cause. */
function describeWrapped(error: unknown, signal: AbortSignal): DescribedError | undefined {
  if (!(error instanceof Error) || error.cause === undefined) return undefined;
  const inner = describe(error.cause, signal);
  const isTelling = inner.reason === 'CrdMissing' || error.message === '';
  return { ...inner, message: isTelling ? inner.message : error.message };
}

function describeCliError({ told, reason, causes, exitCode, document, cause }: CliError): DescribedError {
  const code = cause instanceof StatusError ? cause.code : undefined;
  return { code, reason, message: told, causes, exitCode, document };
}

function describeInterruption({ message, signalName }: Interruption): DescribedError {
  const exitCode = signalName === 'SIGINT' ? INTERRUPTED : TERMINATED;
  return { reason: 'Interrupted', message, causes: [], exitCode };
}

function describeStatus(error: StatusError): DescribedError {
  const { code, reason, message, status } = error;
  const causes = isInvalid(error) ? error.causes.map(fieldCause) : [];
  const described = { code, reason: reason === '' ? 'ServerError' : reason, causes, exitCode: FAILED };
  if (isUnauthorized(error)) {
    const cure = 'the credentials are missing, wrong or expired: check them with "kubectl auth whoami"';
    return { ...described, message: `${message}; ${cure}`, exitCode: UNREACHABLE };
  }
  if (isForbidden(error)) return { ...described, message, exitCode: UNREACHABLE };
  if (isMissingCrd(error)) {
    return { ...described, reason: 'CrdMissing', message: MISSING_CRD };
  }
  if (code === 404 && status.details?.kind === 'namespaces') {
    return { ...described, message: `${message}: check -n, or create it with "kubectl create namespace"` };
  }
  return { ...described, message };
}

const MISSING_CRD = 'the server does not know DatabaseManager: run "dbm install-crd" first';

/** A path that the server does not serve, unlike an object that is not there: that one is named. */
function isMissingCrd(error: StatusError): boolean {
  return isNotFound(error) && error.status.details?.name === undefined;
}

function fieldCause({ field, message = 'is not valid', reason }: StatusError['causes'][number]): FieldCause {
  return { field, message, reason };
}

function describeConnection({ code, message, server }: ConnectionError): DescribedError {
  const told = message.includes(server) ? message : `${server}: ${message}`;
  const cure = 'check that the cluster is up, and the context with "kubectl config current-context"';
  return {
    code,
    reason: 'Unreachable',
    message: `cannot reach the cluster: ${told}; ${cure}`,
    causes: [],
    exitCode: UNREACHABLE,
  };
}

function describeUnforeseen(error: unknown): DescribedError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  const message = error instanceof Error ? error.message : String(error);
  return { code, reason: 'Failed', message, causes: [], exitCode: FAILED };
}

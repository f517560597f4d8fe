/** @module The logger over pino: JSON for machines, klog-like lines for people. */
import { type Level, type Logger as PinoLogger, pino } from 'pino';
import { StatusError } from '../../kube/status-error.ts';
import type { LogFields, Logger } from './logger.ts';
import { textLine } from './text-line.ts';

export interface LoggerOptions {
  /** `text` is plain, `pretty` coloured. */
  readonly format: 'json' | 'text' | 'pretty';
  /** -v: 0 and 1 informational, from 2 on debug, from 4 on trace. Default 0. */
  readonly verbosity?: number;
  readonly stream: { write(text: string): unknown };
}

/** A logger that writes one line for each message to `stream`. */
export function createLogger({ format, verbosity = 0, stream }: LoggerOptions): Logger {
  const destination =
    format === 'json'
      ? { write: (line: string) => void stream.write(line) }
      : { write: (line: string) => void stream.write(textLine(line, { colour: format === 'pretty' })) };
  const formatters = { level: (level: string) => ({ level }) };
  const sink = pino(
    { level: levelOf(verbosity), base: null, formatters, timestamp: pino.stdTimeFunctions.isoTime },
    destination,
  );
  return {
    error: (message, fields) => write(sink, 'error', { message, fields }),
    warn: (message, fields) => write(sink, 'warn', { message, fields }),
    info: (message, fields) => write(sink, 'info', { message, fields }),
    debug: (message, fields) => write(sink, 'debug', { message, fields }),
    trace: (message, fields) => write(sink, 'trace', { message, fields }),
  };
}

function levelOf(verbosity: number): Level {
  if (verbosity >= 4) return 'trace';
  return verbosity >= 2 ? 'debug' : 'info';
}

interface Entry {
  readonly message: string;
  readonly fields: LogFields | undefined;
}

function write(sink: PinoLogger, level: Level, { message, fields = {} }: Entry): void {
  if (!sink.isLevelEnabled(level)) return;
  const { error, ...rest } = fields;
  sink[level]('error' in fields ? { ...rest, ...describe(error) } : rest, message);
}

/** No stack and no cause: either may hold a request with its credentials. */
function describe(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: String(error) };
  const reason = error instanceof StatusError && error.reason !== '' ? { reason: error.reason } : {};
  return { error: error.message, ...reason };
}

/** @module What the runtime says to people who read logs. */

/** Facts beside a message, such as `{ key: 'default/orders' }`. An `error` is written with its message and reason. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Writes a line at once; never throws. Verbosity as in klog: debug from 2 on, trace from 4 on. */
export interface Logger {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  trace(message: string, fields?: LogFields): void;
}

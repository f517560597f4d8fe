/** @module A log record as a line for people, in the manner of klog. */
import { styleText } from 'node:util';

const LEVELS: Readonly<
  Record<string, { readonly letter: string; readonly colour: 'red' | 'yellow' | 'dim' | 'green' }>
> = {
  fatal: { letter: 'F', colour: 'red' },
  error: { letter: 'E', colour: 'red' },
  warn: { letter: 'W', colour: 'yellow' },
  info: { letter: 'I', colour: 'green' },
  debug: { letter: 'D', colour: 'dim' },
  trace: { letter: 'T', colour: 'dim' },
};

/** `{"level":"info","time":"…","msg":"…","key":"a/b"}` as `I1201 14:55:41.123 … key="a/b"`, the time in UTC. */
export function textLine(json: string, { colour }: { readonly colour: boolean }): string {
  const { level, time, msg, ...fields } = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const { letter, colour: ofLevel } = LEVELS[String(level)] ?? { letter: '?', colour: 'dim' };
  const head = `${letter}${stamp(String(time))}`;
  const facts = Object.entries(fields).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const shown = colour ? styleText(ofLevel, head, { validateStream: false }) : head;
  return `${shown} ${String(msg)}${facts.join('')}\n`;
}

/** `2026-12-01T14:55:41.123Z` as `1201 14:55:41.123`. */
function stamp(time: string): string {
  return `${time.slice(5, 7)}${time.slice(8, 10)} ${time.slice(11, 23)}`;
}

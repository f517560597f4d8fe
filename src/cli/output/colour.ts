/** @module Whether to colour, and with what. */
import type { Environment, OutputStream } from '../io.ts';

/** Each function wraps text in a colour, or gives it back unchanged where colour is not wanted. */
export interface Palette {
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
}

const same = (text: string): string => text;
/** No colours at all. */
const PLAIN: Palette = { red: same, green: same, yellow: same, cyan: same, bold: same, dim: same };

/**
 * Whether a stream gets colour. NO_COLOR forbids it, then FORCE_COLOR demands it (0 and false forbid); else it
 * takes a terminal that is not dumb and not a CI system's.
 */
export function wantsColour(stream: OutputStream, env: Environment): boolean {
  if (isSet(env.NO_COLOR)) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return stream.isTTY === true && env.TERM !== 'dumb' && !isSet(env.CI);
}

/** The colours for a stream. chalk is loaded only when there will be colour: it takes 10 ms. */
export async function paletteFor(stream: OutputStream, env: Environment): Promise<Palette> {
  if (!wantsColour(stream, env)) return PLAIN;
  const { Chalk } = await import('chalk');
  // Our own decision stands: chalk does not read NO_COLOR.
  return new Chalk({ level: 1 });
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

/** @module Resource quantities (`1500m`, `2Gi`, `1e3`), compared by value and exactly. */

/** An amount in units of 10⁻⁹, the finest that the API keeps. */
export type Quantity = bigint;

const NANOS_DIGITS = 9;
const NANOS = 10n ** 9n;
/** The API keeps no greater amount: 2⁶³-1. */
const MAX = (2n ** 63n - 1n) * NANOS;

const SYNTAX = /^(?<sign>[+-]?)(?<whole>\d*)(?:\.(?<fraction>\d*))?(?<suffix>[A-Za-z]*(?:[eE][+-]?\d+)?)$/;
const EXPONENT = /^[eE](?<exponent>[+-]?\d+)$/;

const BINARY: Readonly<Record<string, bigint>> = { Ki: 10n, Mi: 20n, Gi: 30n, Ti: 40n, Pi: 50n, Ei: 60n };
const DECIMAL: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};

/**
 * The exact amount. As on the server, what is finer than 10⁻⁹ is rounded away from zero and what is greater than
 * 2⁶³-1 becomes that. Numbers are taken as their decimal text. Throws a TypeError on what is no quantity.
 */
export function parseQuantity(text: string | number): Quantity {
  const groups = SYNTAX.exec(String(text))?.groups;
  const { sign, whole = '', fraction = '', suffix = '' } = groups ?? {};
  if (groups === undefined || whole + fraction === '') throw new TypeError(`not a quantity: "${text}"`);
  const scale = scaleOf(suffix);
  if (scale === undefined) throw new TypeError(`not a quantity: "${text}" (unknown unit "${suffix}")`);
  const digits = BigInt(whole + fraction) * scale.factor;
  const amount = shift(digits, scale.exponent - fraction.length + NANOS_DIGITS);
  return sign === '-' ? -amount : amount;
}

/** Whether `a` is less than, equal to or greater than `b`. */
export function compareQuantities(a: string | number, b: string | number): -1 | 0 | 1 {
  const difference = parseQuantity(a) - parseQuantity(b);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/** Whether both are the same amount, however they are written. */
export function sameQuantity(a: string | number, b: string | number): boolean {
  return compareQuantities(a, b) === 0;
}

interface Scale {
  readonly factor: bigint;
  /** Of ten. */
  readonly exponent: number;
}

function scaleOf(suffix: string): Scale | undefined {
  const decimal = DECIMAL[suffix];
  if (decimal !== undefined) return { factor: 1n, exponent: decimal };
  const binary = BINARY[suffix];
  if (binary !== undefined) return { factor: 2n ** binary, exponent: 0 };
  const exponent = EXPONENT.exec(suffix)?.groups?.exponent;
  return exponent === undefined ? undefined : { factor: 1n, exponent: Number(exponent) };
}

/** `digits` × 10^`exponent`, kept within bounds without computing what is far outside of them. */
function shift(digits: bigint, exponent: number): bigint {
  if (digits === 0n) return 0n;
  const length = digits.toString().length;
  if (length + exponent > MAX.toString().length) return MAX;
  if (exponent >= 0) return least(digits * 10n ** BigInt(exponent), MAX);
  if (-exponent > length) return 1n;
  const divisor = 10n ** BigInt(-exponent);
  return least((digits + divisor - 1n) / divisor, MAX);
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

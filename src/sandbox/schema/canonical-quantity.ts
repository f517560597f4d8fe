/** @module The one spelling of a quantity that the API server stores. */

const QUANTITY = /^([+-]?)(\d+\.?\d*|\.\d+)(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei|[eE][+-]?\d+)?$/;
const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const DECIMAL: readonly (readonly [suffix: string, exponent: number])[] = [
  ['E', 18],
  ['P', 15],
  ['T', 12],
  ['G', 9],
  ['M', 6],
  ['k', 3],
  ['', 0],
  ['m', -3],
  ['u', -6],
  ['n', -9],
];
/** Nothing finer than a billionth is kept. */
const SCALE = 9;

/** `1000m` → `1`, `1024Mi` → `1Gi`, `0.5` → `500m`, `1.5Gi` → `1536Mi`; undefined for what is no quantity. */
export function canonicalQuantity(text: string): string | undefined {
  const match = QUANTITY.exec(text);
  if (match === null) return undefined;
  const [, sign = '', digits = '', suffix = ''] = match;
  const minus = sign === '-' ? '-' : '';
  const binary = BINARY.indexOf(suffix);
  const [whole = '', fraction = ''] = digits.split('.');
  const unscaled = BigInt(whole + fraction || '0');
  if (binary > 0) return minus + binaryForm(unscaled * 1024n ** BigInt(binary), fraction.length);
  const exponent = suffix.startsWith('e') || (suffix.startsWith('E') && suffix !== 'E');
  const power = exponent ? Number(suffix.slice(1)) : (DECIMAL.find(([known]) => known === suffix)?.[1] ?? 0);
  const billionths = scaled(unscaled, power - fraction.length + SCALE);
  return minus + decimalForm(billionths, exponent);
}

/** `value × 10^power`, rounded up. */
function scaled(value: bigint, power: number): bigint {
  if (power >= 0) return value * 10n ** BigInt(power);
  const divisor = 10n ** BigInt(-power);
  return (value + divisor - 1n) / divisor;
}

function binaryForm(value: bigint, decimals: number): string {
  const divisor = 10n ** BigInt(decimals);
  if (value % divisor !== 0n) return decimalForm(scaled(value, SCALE - decimals), false);
  let rest = value / divisor;
  let step = 0;
  while (rest !== 0n && rest % 1024n === 0n && step < BINARY.length - 1) {
    rest /= 1024n;
    step += 1;
  }
  return `${rest}${BINARY[step] ?? ''}`;
}

function decimalForm(billionths: bigint, exponent: boolean): string {
  if (billionths === 0n) return '0';
  for (const [suffix, power] of DECIMAL) {
    const unit = scaled(1n, power + SCALE);
    if (billionths % unit !== 0n) continue;
    const spelled = exponent && power !== 0 ? `e${power}` : suffix;
    return `${billionths / unit}${exponent ? spelled : suffix}`;
  }
  return `${billionths}n`;
}

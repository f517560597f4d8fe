/** @module Addresses to listen on, as Go programs take them. */
import { UsageError } from '../errors/cli-error.ts';
import { parseWholeNumber } from './whole-number.ts';

/** `:8081` or `127.0.0.1:8081`, as the value of `--flag`. Throws a UsageError for anything else. */
export function parseAddress(
  text: string,
  flag: string,
): { readonly host: string | undefined; readonly port: number } {
  const [, host = '', digits = ''] = /^(.*):(\d+)$/.exec(text) ?? [];
  const port = parseWholeNumber(digits, { min: 0, max: 65_535 });
  if (port === undefined) throw new UsageError(`--${flag} must be an address such as :8081, not "${text}"`);
  return { host: host === '' ? undefined : host.replace(/^\[|\]$/g, ''), port };
}

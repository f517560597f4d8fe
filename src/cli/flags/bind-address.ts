/** @module Addresses to listen on, as Go programs take them. */
import type { BindAddress } from '../../runtime/manager/http-stage.ts';
import { UsageError } from '../errors/cli-error.ts';
import { parseWholeNumber } from './whole-number.ts';

/**
 * `:8081` or `127.0.0.1:8081`, as the value of `--flag`; undefined, for nowhere, when it is absent or `0`. Throws a
 * UsageError for anything else.
 */
export function parseBindAddress(text: string | undefined, flag: string): BindAddress | undefined {
  if (text === undefined || text === '0') return undefined;
  const [, host = '', digits = ''] = /^(.*):(\d+)$/.exec(text) ?? [];
  const port = parseWholeNumber(digits, { min: 0, max: 65_535 });
  if (port === undefined) throw new UsageError(`--${flag} must be an address such as :8081, not "${text}"`);
  return { host: host === '' ? undefined : host.replace(/^\[|\]$/g, ''), port };
}

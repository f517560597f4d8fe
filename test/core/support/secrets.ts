/** @module Passwords that a test can recognise: pw1, pw2 … padded to the promised length. */
import type { SecretSource } from '../../../src/core/secret-source.ts';

/** A source that counts. */
export function countedSecrets(): SecretSource {
  let count = 0;
  return { password: () => `pw${++count}`.padEnd(24, 'x') };
}

/** @module Passwords from the operating system's random numbers. */
import { randomInt } from 'node:crypto';
import type { SecretSource } from './secret-source.ts';

/** Letters and digits only: the MySQL image puts passwords into its first SQL statements unescaped. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const LENGTH = 32;

/** 32 characters, about 190 bits. */
export function createSecretSource(): SecretSource {
  return {
    password: () =>
      Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(''),
  };
}

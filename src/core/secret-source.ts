/** @module Where generated passwords come from. */

/** Makes passwords: a new one at each call, at least 24 characters of A-Z a-z 0-9. */
export interface SecretSource {
  password(): string;
}

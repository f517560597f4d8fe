/** @module The server of a cluster entry as a URL. */
import { KubeconfigError } from './kubeconfig-error.ts';

/**
 * `text` with a scheme and without a slash at the end. Without a scheme it is https when `defaultsToTls` (there
 * are certificates), else http, as in kubectl. Throws a KubeconfigError when it is no http or https URL.
 */
export function normaliseServer(text: string, defaultsToTls: boolean): string {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${defaultsToTls ? 'https' : 'http'}://${text}`;
  const url = URL.parse(full);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new KubeconfigError(`the server "${text}" is no http or https URL`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

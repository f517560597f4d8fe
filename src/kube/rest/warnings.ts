/** @module The `Warning` headers of answers: deprecated versions, unknown fields and the like. */

/** The texts in a Warning header (`299 - "text", 299 - "more"`). Other codes than 299 are not from the API server. */
export function parseWarnings(header: string | undefined): readonly string[] {
  const quoted = (header ?? '').matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g);
  return [...quoted].map(([, text = '']) => text.replace(/\\(.)/g, '$1'));
}

/** @module Takes an image name apart, as container runtimes do. */

export interface ImageName {
  /** With registry: `docker.io/library/mysql`. */
  readonly repository: string;
  /** `latest` where the name has none. */
  readonly tag: string;
  /** The whole name in its long form, as runtimes report it. */
  readonly reference: string;
}

/** `mysql:8.4` is `docker.io/library/mysql:8.4`; a digest is ignored when there is a tag. */
export function parseImageName(image: string): ImageName {
  const [named = ''] = image.split('@');
  const slash = named.lastIndexOf('/');
  const colon = named.lastIndexOf(':');
  const tagged = colon > slash;
  const repository = withRegistry(tagged ? named.slice(0, colon) : named);
  const tag = tagged ? named.slice(colon + 1) : 'latest';
  return { repository, tag, reference: `${repository}:${tag}` };
}

function withRegistry(path: string): string {
  const [first = '', ...rest] = path.split('/');
  if (rest.length === 0) return `docker.io/library/${path}`;
  if (first === 'index.docker.io') return withRegistry(['docker.io', ...rest].join('/'));
  if (first === 'docker.io') return rest.length === 1 ? `docker.io/library/${rest[0]}` : path;
  const isHost = first.includes('.') || first.includes(':') || first === 'localhost';
  return isHost ? path : `docker.io/${path}`;
}

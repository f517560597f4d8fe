/** @module Which proxy the environment asks for: HTTPS_PROXY, HTTP_PROXY and NO_PROXY as Go reads them. */

/** The server a connection is for. */
export interface ProxiedServer {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
}

/**
 * The proxy for that server, or undefined for a direct connection. Loopback never goes through a proxy. NO_PROXY
 * holds hosts (with their subdomains), `.domains` (subdomains only), addresses, CIDR ranges, each with an optional
 * port, or `*`.
 */
export function proxyFor(
  server: ProxiedServer,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const proxy = server.secure ? env.HTTPS_PROXY || env.https_proxy : env.HTTP_PROXY || env.http_proxy;
  if (!proxy || isLoopback(server.host)) return undefined;
  const exceptions = (env.NO_PROXY || env.no_proxy || '')
    .split(',')
    .map((entry) => entry.trim().toLowerCase());
  return exceptions.some((entry) => entry !== '' && matches(entry, server)) ? undefined : proxy;
}

function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}

function matches(entry: string, { host, port }: ProxiedServer): boolean {
  if (entry === '*') return true;
  if (entry.includes('/')) return inRange(entry, host);
  const [name, wantedPort] = splitPort(entry);
  if (wantedPort !== undefined && wantedPort !== port) return false;
  if (isIP(name) !== 0 || isIP(host) !== 0) return name === host;
  const domain = name.replace(/^\*?\./, '');
  const lower = host.toLowerCase();
  return lower.endsWith(`.${domain}`) || (domain === name && lower === domain);
}

function inRange(entry: string, host: string): boolean {
  const [network = '', bits = ''] = entry.split('/');
  const family = isIP(network);
  const most = family === 4 ? 32 : 128;
  if (family === 0 || isIP(host) !== family || !/^\d+$/.test(bits) || Number(bits) > most) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const list = new (process.getBuiltinModule('node:net').BlockList)();
  list.addSubnet(network, Number(bits), type);
  return list.check(host, type);
}

function splitPort(entry: string): [name: string, port: number | undefined] {
  const bracketed = /^\[(?<name>.+)\](?::(?<port>\d+))?$/.exec(entry)?.groups;
  const plain = /^(?<name>[^:]+)(?::(?<port>\d+))?$/.exec(entry)?.groups;
  const { name = entry, port } = bracketed ?? plain ?? {};
  return [name, port === undefined ? undefined : Number(port)];
}

function isIP(host: string): number {
  return process.getBuiltinModule('node:net').isIP(host);
}

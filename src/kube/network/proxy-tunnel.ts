/** @module A raw connection to a host through an HTTP, HTTPS or SOCKS5 proxy. */
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/** Where the tunnel ends. */
export interface TunnelEnd {
  readonly host: string;
  readonly port: number;
}

/** Rejects with an Error whose message names the proxy without its password. */
export async function openTunnel(proxy: string, { host, port }: TunnelEnd): Promise<Socket> {
  const url = URL.parse(proxy.includes('://') ? proxy : `http://${proxy}`);
  if (url === null) throw new Error('the proxy URL is not a URL');
  const { EventEmitter } = process.getBuiltinModule('node:events');
  const { Agent } = await agentFor(url);
  const agent = new Agent(url);
  // The agents use no more of a request than its events, so that any emitter will do.
  const request = new EventEmitter();
  let status = 200;
  request.once('proxyConnect', ({ statusCode }: { readonly statusCode: number }) => {
    status = statusCode;
  });
  try {
    const options = { host, port, secureEndpoint: false } as const;
    const socket = (await agent.connect(request as unknown as ClientRequest, options)) as Socket;
    if (status === 200) return socket;
    socket.destroy();
    throw new Error(`it answered ${status}`);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `the proxy ${url.protocol}//${url.host} opened no connection to ${host}:${port}: ${reason}`,
      {
        cause,
      },
    );
  }
}

interface TunnelAgent {
  connect(
    request: ClientRequest,
    options: { host: string; port: number; secureEndpoint: false },
  ): Promise<unknown>;
}

async function agentFor(url: URL): Promise<{ Agent: new (url: URL) => TunnelAgent }> {
  switch (url.protocol) {
    case 'http:':
    case 'https:':
      return { Agent: (await import('https-proxy-agent')).HttpsProxyAgent as new (url: URL) => TunnelAgent };
    case 'socks5:':
    case 'socks5h:':
      return { Agent: (await import('socks-proxy-agent')).SocksProxyAgent as new (url: URL) => TunnelAgent };
    default:
      throw new Error(`the proxy ${url.protocol}//${url.host} must begin with http, https or socks5`);
  }
}

/** @module The addresses and ports of a Service, as `kubectl get endpoints` and `endpointslices` show them. */
import { type Doc, fieldsOf, isFields, listOf, numberOf, textOf } from '../../values/fields.ts';

const SHOWN = 3;

/** `10.0.0.1:3306,10.0.0.2:3306`: the ready addresses of an Endpoints object with each of its ports. */
export function endpointsText({ subsets }: Doc): string {
  const parts = listOf(subsets).filter(isFields);
  if (parts.length === 0) return '<none>';
  return shortened(
    parts.flatMap(({ addresses, ports }) => {
      const ips = listOf(addresses).map((address) => textOf(fieldsOf(address).ip) ?? '');
      const numbers = listOf(ports).map((port) => numberOf(fieldsOf(port).port) ?? 0);
      return numbers.length === 0 ? ips : numbers.flatMap((port) => ips.map((ip) => hostPort(ip, port)));
    }),
  );
}

/** The ports of an EndpointSlice. */
export function slicePorts({ ports }: Doc): string {
  const shown = listOf(ports).map((entry) => {
    const { port, name } = fieldsOf(entry);
    return numberOf(port)?.toString() ?? textOf(name) ?? '*';
  });
  return shortened(shown) || '<unset>';
}

/** The addresses of an EndpointSlice, ready or not. */
export function sliceAddresses({ endpoints }: Doc): string {
  const shown = listOf(endpoints).flatMap((entry) => listOf(fieldsOf(entry).addresses).map(String));
  return shortened(shown) || '<unset>';
}

function hostPort(ip: string, port: number): string {
  return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`;
}

function shortened(entries: readonly string[]): string {
  const shown = entries.slice(0, SHOWN).join(',');
  return entries.length > SHOWN ? `${shown} + ${entries.length - SHOWN} more...` : shown;
}

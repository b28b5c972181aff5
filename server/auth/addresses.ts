import { isIP, isIPv4, SocketAddress } from 'node:net';

const embeddedIPv4 = /^(?:::ffff:|64:ff9b::)(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/;

/** All invalid addresses share one count, so that an invalid address cannot bypass the limits. */
const unknownAddress = 'unknown';

/**
 * Removes port, brackets and zone. An IPv6 address gets its shortest form; embedded IPv4 becomes IPv4.
 * Never throws.
 */
export function plainAddress(input: string | undefined): string {
  const bareAddress = withoutPort(input?.trim().slice(0, 100) ?? '').replace(/%.*$/s, '');
  if (isIPv4(bareAddress)) return bareAddress;
  if (isIP(bareAddress) !== 6) return unknownAddress;
  const { address } = new SocketAddress({ address: bareAddress, family: 'ipv6' });
  const [, dotted, high, low] = embeddedIPv4.exec(address) ?? [];
  if (dotted) return dotted;
  if (high === undefined || low === undefined) return address;
  const bytes = [high, low].flatMap((half) => [parseInt(half, 16) >> 8, parseInt(half, 16) & 255]);
  return bytes.join('.');
}

/**
 * A machine can choose the last 64 bits of its IPv6 address, so limits count by the first 64 bits
 * (quality.md, Lock-out).
 */
export function addressGroup(input: string | undefined): string {
  const address = plainAddress(input);
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const headParts = head.split(':').filter(Boolean);
  const tailParts = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - headParts.length - tailParts.length }, () => '0');
  return `${[...headParts, ...zeros, ...tailParts].slice(0, 4).join(':')}::/64`;
}

function withoutPort(address: string): string {
  const bracketMatch = /^\[([^\]]*)\](?::\d+)?$/.exec(address);
  if (bracketMatch) return bracketMatch[1] ?? '';
  const portMatch = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address);
  return portMatch?.[1] ?? address;
}

import { isIP, isIPv4, SocketAddress } from 'node:net';

const embeddedIPv4 = /^(?:::ffff:|64:ff9b::)(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/;

/** Used for every address that cannot be parsed, so that an invalid address does not avoid a limit. */
const unknownAddress = 'unknown';

/**
 * The canonical form of an address, for storing and showing: without port, brackets and zone; IPv6 in its shortest
 * form; an IPv4 address embedded in IPv6 (`::ffff:`, `64:ff9b::`) as IPv4. Never fails.
 */
export function plainAddress(sent: string | undefined): string {
  const bare = withoutPort(sent?.trim().slice(0, 100) ?? '').replace(/%.*$/s, '');
  if (isIPv4(bare)) return bare;
  if (isIP(bare) !== 6) return unknownAddress;
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
  const [, dotted, high, low] = embeddedIPv4.exec(address) ?? [];
  if (dotted) return dotted;
  if (high === undefined || low === undefined) return address;
  const bytes = [high, low].flatMap((half) => [parseInt(half, 16) >> 8, parseInt(half, 16) & 255]);
  return bytes.join('.');
}

/**
 * The addresses that a limit counts together: one IPv4 address, or the first 64 bits of an IPv6 address, since one
 * machine can choose the other 64 bits (quality.md, Lock-out). Takes any form that `plainAddress` takes.
 */
export function addressGroup(sent: string | undefined): string {
  const address = plainAddress(sent);
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}

/** `1.2.3.4:5678`, `[2001:db8::1]:5678` and `[2001:db8::1]` without port and brackets. */
function withoutPort(sent: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(sent);
  if (bracketed) return bracketed[1] ?? '';
  const dotted = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(sent);
  return dotted?.[1] ?? sent;
}

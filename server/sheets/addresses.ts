import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that no spreadsheet of the public is in; an address in one of them would be one of ours. */
const withheld = { ipv4: new BlockList(), ipv6: new BlockList() };
const networks: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['192.88.99.0', 24],
  // Of all that begins so, ::1 and IPv4 addresses in the old form are the ones in use.
  ['::', 96],
  ['::ffff:0:0', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];
// Two lists: one alone would take every IPv4 address for the mapped one that it also is.
for (const [network, prefix] of networks) {
  const kind = network.includes(':') ? 'ipv6' : 'ipv4';
  withheld[kind].addSubnet(network, prefix, kind);
}

/** Whether an address is of the private network, of this machine, or of no use. */
export function isPrivate(address: string): boolean {
  const version = isIP(address);
  const kind = version === 6 ? 'ipv6' : 'ipv4';
  return version === 0 || withheld[kind].check(address, kind);
}

export class PrivateAddress extends Error {
  constructor() {
    super('the name leads to an address of the private network');
  }
}

/** Looks a name up for a connection, which is made to the very address that was checked. */
export const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0);
    const [first] = found;
    if (!first || found.some(({ address }) => isPrivate(address))) return done(new PrivateAddress(), '', 0);
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });
};

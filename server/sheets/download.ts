import http from 'node:http';
import https from 'node:https';
import { isIP, BlockList, type LookupFunction } from 'node:net';
import { lookup } from 'node:dns';

export interface SheetSource {
  base: URL;
  /** Allowed hosts of redirects. `.name` allows all subdomains. */
  hosts: readonly string[];
  allowsPrivateAddresses: boolean;
  /** Milliseconds for a download with its redirects. */
  timeoutMs: number;
}

const maxRedirects = 3;
const maxBytes = 10 * 1_048_576;

export type DownloadFailure = 'no access' | 'no answer' | 'too large';

export class DownloadError extends Error {
  constructor(
    readonly reason: DownloadFailure,
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}

export interface Download {
  bytes: Buffer;
  /** From the header of the response; null without the header. */
  fileName: string | null;
}

/**
 * Downloads a file, but refuses a web page. Each redirect is checked like the first URL.
 * @throws DownloadError
 */
export async function download(source: SheetSource, url: URL): Promise<Download> {
  const signal = AbortSignal.timeout(source.timeoutMs);
  let next = url;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    // If the sheet is not public, the host redirects to a sign-in page on another host.
    if (!isAllowed(source, next)) throw new DownloadError('no access');
    const response = await sendRequest(source, next, signal);
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (status >= 300 && status < 400 && location && URL.canParse(location, next.href)) {
      response.destroy();
      next = new URL(location, next);
      continue;
    }
    return readResponse(response, status);
  }
  throw new DownloadError('no access');
}

function isAllowed({ base, hosts, allowsPrivateAddresses }: SheetSource, url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isPrivate(host) && !allowsPrivateAddresses) return false;
  if (url.username !== '' || url.password !== '') return false;
  if (url.origin === base.origin) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return hosts.some((allowed) => (allowed.startsWith('.') ? host.endsWith(allowed) : host === allowed));
}

function sendRequest(
  { allowsPrivateAddresses }: SheetSource,
  url: URL,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(new DownloadError(error instanceof PrivateAddressError ? 'no access' : 'no answer', error));
    request(url, {
      agent: false,
      signal,
      headers: { 'accept-encoding': 'identity' },
      ...(!allowsPrivateAddresses && { lookup: publicLookup }),
    })
      .on('response', resolve)
      .on('error', fail)
      .end();
  });
}

async function readResponse(response: http.IncomingMessage, status: number): Promise<Download> {
  const type = String(response.headers['content-type'] ?? '');
  if (status !== 200 || type.includes('html') || response.headers['content-encoding'] !== undefined) {
    response.destroy();
    throw new DownloadError(status >= 500 || status === 429 ? 'no answer' : 'no access');
  }
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw new DownloadError('too large');
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof DownloadError ? error : new DownloadError('no answer', error);
  } finally {
    response.destroy();
  }
  const bytes = Buffer.concat(chunks);
  // Some hosts send a web page with another content type.
  if (/^\s*<(!doctype|html)/i.test(bytes.toString('utf8', 0, 1_000))) throw new DownloadError('no access');
  return { bytes, fileName: parseFileName(String(response.headers['content-disposition'] ?? '')) };
}

/** In `attachment; filename="x.csv"; filename*=UTF-8''…`, the second name is complete. */
function parseFileName(disposition: string): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded.trim());
    } catch {
      return null;
    }
  }
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? null;
}

/** Networks from which nothing is downloaded. They can contain servers of the institute. */
const blockedNetworks = { ipv4: new BlockList(), ipv6: new BlockList() };
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
  // Only ::1 and old-style IPv4 addresses use this prefix.
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
// IPv4 and IPv6 have separate lists. In one list, every IPv4 address also matches as an IPv4-mapped IPv6
// address.
for (const [network, prefix] of networks) {
  const kind = network.includes(':') ? 'ipv6' : 'ipv4';
  blockedNetworks[kind].addSubnet(network, prefix, kind);
}

/** True for private addresses, addresses of this machine, and unusable addresses. */
export function isPrivate(address: string): boolean {
  const version = isIP(address);
  const kind = version === 6 ? 'ipv6' : 'ipv4';
  return version === 0 || blockedNetworks[kind].check(address, kind);
}

class PrivateAddressError extends Error {
  constructor() {
    super('the host name resolves to a private address');
  }
}

/** Returns the checked addresses, so that the connection uses only these. */
const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0);
    const [firstAddress] = addresses;
    if (!firstAddress || addresses.some(({ address }) => isPrivate(address)))
      return done(new PrivateAddressError(), '', 0);
    return options.all ? done(null, addresses) : done(null, firstAddress.address, firstAddress.family);
  });
};

import http from 'node:http';
import https from 'node:https';
import { isIP, BlockList, type LookupFunction } from 'node:net';
import { lookup } from 'node:dns';

/** The allowed addresses. */
export interface SheetSource {
  /** The host of spreadsheets. */
  base: URL;
  /** Hosts that it may redirect to; `.name` means all hosts below it. */
  hosts: readonly string[];
  isPrivateAllowed: boolean;
  /** Time limit for all downloads of one spreadsheet together. */
  longestMs: number;
}

const maxRedirects = 3;
const maxBytes = 10 * 1_048_576;

export type DownloadFailure = 'no access' | 'no answer' | 'too large' | 'not found';

export class DownloadError extends Error {
  constructor(
    readonly reason: DownloadFailure,
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}

export interface Download {
  text: string;
  /** The name of the file in the answer; null if it has none. */
  fileName: string | null;
}

/** The limits of all downloads of one spreadsheet together. */
export class Allowance {
  #bytes = maxBytes;
  readonly signal: AbortSignal;

  constructor({ longestMs }: SheetSource) {
    this.signal = AbortSignal.timeout(longestMs);
  }

  take(bytes: number): void {
    this.#bytes -= bytes;
    if (this.#bytes < 0) throw new DownloadError('too large');
  }
}

/** Downloads text other than a web page. Every redirect is checked like the first address. @throws DownloadError */
export async function download(source: SheetSource, url: URL, allowance: Allowance): Promise<Download> {
  let next = url;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    // Without access, the host redirects to a sign-in page on another host.
    if (!isAllowed(source, next)) throw new DownloadError('no access');
    const answer = await sendRequest(source, next, allowance.signal);
    const status = answer.statusCode ?? 0;
    const { location } = answer.headers;
    if (status >= 300 && status < 400 && location && URL.canParse(location, next.href)) {
      answer.destroy();
      next = new URL(location, next);
      continue;
    }
    return readAnswer(answer, status, allowance);
  }
  throw new DownloadError('no access');
}

function isAllowed({ base, hosts, isPrivateAllowed }: SheetSource, url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isPrivate(host) && !isPrivateAllowed) return false;
  if (url.username !== '' || url.password !== '') return false;
  if (url.origin === base.origin) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return hosts.some((allowed) => (allowed.startsWith('.') ? host.endsWith(allowed) : host === allowed));
}

function sendRequest(
  { isPrivateAllowed }: SheetSource,
  url: URL,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) =>
      reject(new DownloadError(error instanceof PrivateAddress ? 'no access' : 'no answer', error));
    request(url, {
      agent: false,
      signal,
      headers: { accept: 'text/csv', 'accept-encoding': 'identity' },
      ...(!isPrivateAllowed && { lookup: publicLookup }),
    })
      .on('response', resolve)
      .on('error', refuse)
      .end();
  });
}

async function readAnswer(
  answer: http.IncomingMessage,
  status: number,
  allowance: Allowance,
): Promise<Download> {
  const type = String(answer.headers['content-type'] ?? '');
  if (status !== 200 || type.includes('html') || answer.headers['content-encoding'] !== undefined) {
    answer.destroy();
    if (status === 400 || status === 404) throw new DownloadError('not found');
    throw new DownloadError(status >= 500 || status === 429 ? 'no answer' : 'no access');
  }
  const parts: Buffer[] = [];
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      allowance.take(part.length);
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof DownloadError ? error : new DownloadError('no answer', error);
  } finally {
    answer.destroy();
  }
  const text = new TextDecoder().decode(Buffer.concat(parts));
  // It is a web page.
  if (/^\s*<(!doctype|html)/i.test(text)) throw new DownloadError('no access');
  return { text, fileName: fileNameIn(String(answer.headers['content-disposition'] ?? '')) };
}

/** `attachment; filename="x.csv"; filename*=UTF-8''…`: the second one is the complete name. */
function fileNameIn(disposition: string): string | null {
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

/** Networks without public spreadsheets: an address in one of them could be a server of our own network. */
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
  // Of all addresses with this prefix, only ::1 and old-style IPv4 addresses are used.
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
// Two lists, because in one list every IPv4 address would also match as an IPv4-mapped IPv6 address.
for (const [network, prefix] of networks) {
  const kind = network.includes(':') ? 'ipv6' : 'ipv4';
  withheld[kind].addSubnet(network, prefix, kind);
}

/** Whether an address is of a private network, of this machine, or not usable. */
export function isPrivate(address: string): boolean {
  const version = isIP(address);
  const kind = version === 6 ? 'ipv6' : 'ipv4';
  return version === 0 || withheld[kind].check(address, kind);
}

class PrivateAddress extends Error {
  constructor() {
    super('the name leads to an address of the private network');
  }
}

/** Resolves a name for a connection, which then uses exactly the address that was checked. */
const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0);
    const [first] = found;
    if (!first || found.some(({ address }) => isPrivate(address))) return done(new PrivateAddress(), '', 0);
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });
};

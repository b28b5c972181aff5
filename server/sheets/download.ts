import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { isPrivate, PrivateAddress, publicLookup } from './addresses';

/** From where may be fetched. */
export interface SheetSource {
  /** The server of spreadsheets. */
  base: URL;
  /** Whither it may send on; `.name` means all below it. */
  hosts: readonly string[];
  isPrivateAllowed: boolean;
  /** So long all downloads of one spreadsheet may take together. */
  longestMs: number;
}

export const maxRedirects = 3;
export const maxBytes = 10 * 1_048_576;

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
  /** As the answer names the file; null where it does not. */
  fileName: string | null;
}

/** What all downloads of one spreadsheet may take together. */
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

/** Fetches text that is no page. Every redirect is checked like the first address. @throws DownloadError */
export async function download(source: SheetSource, url: URL, allowance: Allowance): Promise<Download> {
  let next = url;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    // Who is not let in is sent to a page to sign in, on another host.
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
  // A page by another name.
  if (/^\s*<(!doctype|html)/i.test(text)) throw new DownloadError('no access');
  return { text, fileName: fileNameIn(String(answer.headers['content-disposition'] ?? '')) };
}

/** `attachment; filename="x.csv"; filename*=UTF-8''…`: the second tells it in full. */
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

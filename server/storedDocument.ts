import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** The first encoding that the caller accepts and that is there. */
export function encodingFor(accepted = '', isThere: (encoding: Encoding) => boolean): Encoding | undefined {
  const named = accepted.split(',').map((one) => one.trim().toLowerCase());
  const isAccepted = (encoding: Encoding) =>
    named.some(
      (one) =>
        ['*', encoding, `x-${encoding}`].includes(one.split(/\s*;/)[0] ?? '') && !/;\s*q=0(\.0*)?$/.test(one),
    );
  return (['br', 'gzip'] as const).find((name) => isAccepted(name) && isThere(name));
}

interface Made extends Record<Encoding, Buffer> {
  plain: Buffer;
  etag: string;
}

/** Higher qualities occupy a core for a third of a second for a megabyte, and save a tenth. */
const quality = 5;

async function make(build: () => Promise<string>): Promise<Made> {
  const plain = Buffer.from(await build());
  const br = await promisify(brotliCompress)(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality },
  });
  const gz = await promisify(gzip)(plain);
  // Weak: the compressed forms have the same tag.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { plain, br, gzip: gz, etag };
}

/**
 * A document that stays the same while the server runs. It is built and compressed at the first request, because anybody
 * may ask for it; all readers share its bytes. A client that has it gets 304.
 * @returns sets the headers, and gives the bytes to send
 */
export function storedDocument(build: () => Promise<string>) {
  let made: Promise<Made> | undefined;
  /** The next request tries again. */
  const forget = (error: unknown): never => {
    made = undefined;
    throw error;
  };
  return async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<Buffer> => {
    const { plain, etag, ...compressed } = await (made ??= make(build).catch(forget));
    void reply.headers({ ETag: etag, 'Cache-Control': 'no-cache', Vary: 'accept-encoding' });
    const stored = String(headers['if-none-match'] ?? '').split(/\s*,\s*/);
    if (stored.includes(etag)) {
      void reply.status(304);
      return Buffer.alloc(0);
    }
    const encoding = encodingFor(headers['accept-encoding'], () => true);
    if (encoding === undefined) return plain;
    void reply.header('Content-Encoding', encoding);
    return compressed[encoding];
  };
}

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

export interface ZipEntry {
  name: string;
  content: AsyncIterable<Buffer>;
}

/** The format has 32 bits for sizes and offsets, and this library has no other one. */
const maxFormatBytes = 2 ** 32 - 1;

export class ArchiveTooLarge extends Error {
  constructor() {
    super('The data have more bytes than a ZIP file can hold. A backup has no such limit.');
  }
}

const deflated = 8;
const noBytes = new Uint8Array();

/**
 * Compresses in the threads of Node, so that other calls run meanwhile. It reads the next piece only when the
 * consumer has taken the previous one. A consumer that stops early ends the reads.
 * @throws ArchiveTooLarge
 */
export async function* zipStream(
  entries: AsyncIterable<ZipEntry>,
  modified: Date,
  maxBytes = maxFormatBytes,
): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    bytes += piece.length;
    if (bytes > maxBytes) throw new ArchiveTooLarge();
    pieces.push(piece);
  });
  for await (const { name, content } of entries) {
    const entry: ZipInputFile = { filename: name, size: 0, crc: 0, compression: deflated, mtime: modified };
    zip.add(entry);
    const deflate = createDeflateRaw();
    const source = pipeline(Readable.from(measure(entry, content, maxBytes), { highWaterMark: 1 }), deflate);
    // The loop below throws the same error.
    source.catch(() => undefined);
    for await (const piece of deflate) {
      entry.ondata?.(null, Uint8Array.from(piece as Buffer), false);
      yield* pieces.splice(0);
    }
    await source;
    entry.ondata?.(null, noBytes, true);
    yield* pieces.splice(0);
  }
  zip.end();
  yield* pieces.splice(0);
}

/** The entry of the archive needs size and checksum of the content. */
async function* measure(
  entry: ZipInputFile,
  content: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    entry.size += piece.length;
    if (entry.size > maxBytes) throw new ArchiveTooLarge();
    entry.crc = crc32(piece, entry.crc);
    yield piece;
  }
}

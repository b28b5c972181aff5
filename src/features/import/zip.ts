import { Inflate } from 'fflate';

/** The file is not an archive, or not one that a spreadsheet program writes. */
export class NoArchive extends Error {}

/** The unpacked data is larger than allowed. */
export class TooMuch extends Error {}

interface Entry {
  method: number;
  /** Offset of its local header, and its packed size. */
  start: number;
  packed: number;
  /** The stated unpacked size, which may be wrong. */
  stated: number;
}

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;
const localEntry = 0x04034b50;
/** The size of the end record of the directory with the longest comment. */
const tail = 22 + 65_535;
const step = 16_384;

/**
 * The wanted entries of an archive by name. Bytes are counted as they are unpacked, since the sizes that an archive
 * states may be wrong on purpose. Fails with NoArchive or TooMuch.
 */
export function unpackEntries(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
  maxBytes: number,
): Record<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: Record<string, Uint8Array> = {};
  let room = maxBytes;
  try {
    for (const [name, entry] of readDirectory(view)) {
      if (!isWanted(name)) continue;
      const content = unpackEntry(view, entry, room);
      room -= content.length;
      found[name] = content;
    }
  } catch (failure) {
    // The data is outside of the file, or not valid.
    if (failure instanceof TooMuch) throw failure;
    throw new NoArchive();
  }
  return found;
}

function readDirectory(view: DataView): Map<string, Entry> {
  let end = view.byteLength - 22;
  const last = Math.max(0, view.byteLength - tail);
  while (end >= last && view.getUint32(end, true) !== directoryEnd) end -= 1;
  if (end < last) throw new NoArchive();
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const entries = new Map<string, Entry>();
  for (let read = 0; read < count; read += 1) {
    if (view.getUint32(at, true) !== directoryEntry) throw new NoArchive();
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength));
    const method = view.getUint16(at + 10, true);
    entries.set(name, {
      method,
      packed: view.getUint32(at + 20, true),
      stated: view.getUint32(at + 24, true),
      start: view.getUint32(at + 42, true),
    });
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
}

function unpackEntry(view: DataView, { method, start, packed, stated }: Entry, room: number): Uint8Array {
  if (stated > room) throw new TooMuch();
  if (view.getUint32(start, true) !== localEntry) throw new NoArchive();
  const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const data = new Uint8Array(view.buffer, view.byteOffset + from, packed);
  if (method === 0) {
    if (data.length > room) throw new TooMuch();
    return data;
  }
  if (method !== 8) throw new NoArchive();
  return inflate(data, room);
}

/** Unpacks piece by piece; a piece can grow at most a thousand times. */
function inflate(data: Uint8Array, room: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const stream = new Inflate((piece) => {
    size += piece.length;
    if (size > room) throw new TooMuch();
    pieces.push(piece);
  });
  for (let at = 0; at < data.length; at += step)
    stream.push(data.subarray(at, at + step), at + step >= data.length);
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

import { Inflate } from 'fflate';

/** The file is not a zip archive, or its format is not one that spreadsheets write. */
export class InvalidArchive extends Error {}

export class UnpacksTooBig extends Error {}

interface Entry {
  method: number;
  start: number;
  packedSize: number;
  /** Unpacked size by the directory, which may be wrong. */
  declaredSize: number;
}

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;
const localEntry = 0x04034b50;
/** The size of an end record with the longest possible comment. */
const maxEndRecordSize = 22 + 65_535;
const pieceSize = 16_384;

/** Counts unpacked bytes: the directory may be wrong. Throws InvalidArchive or UnpacksTooBig. */
export function unpackEntries(
  bytes: Uint8Array,
  isNeeded: (name: string) => boolean,
  maxBytes: number,
): Record<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const contents: Record<string, Uint8Array> = {};
  let remainingBytes = maxBytes;
  try {
    for (const [name, entry] of readDirectory(view)) {
      if (!isNeeded(name)) continue;
      const content = unpackEntry(view, entry, remainingBytes);
      remainingBytes -= content.length;
      contents[name] = content;
    }
  } catch (failure) {
    // The position of the data, or the data, is invalid.
    if (failure instanceof UnpacksTooBig) throw failure;
    throw new InvalidArchive();
  }
  return contents;
}

function readDirectory(view: DataView): Map<string, Entry> {
  let end = view.byteLength - 22;
  const minEnd = Math.max(0, view.byteLength - maxEndRecordSize);
  while (end >= minEnd && view.getUint32(end, true) !== directoryEnd) end -= 1;
  if (end < minEnd) throw new InvalidArchive();
  const count = view.getUint16(end + 10, true);
  let offset = view.getUint32(end + 16, true);
  const entries = new Map<string, Entry>();
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(offset, true) !== directoryEntry) throw new InvalidArchive();
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => view.getUint16(offset + field, true));
    const name = new TextDecoder().decode(
      new Uint8Array(view.buffer, view.byteOffset + offset + 46, nameLength),
    );
    const method = view.getUint16(offset + 10, true);
    entries.set(name, {
      method,
      packedSize: view.getUint32(offset + 20, true),
      declaredSize: view.getUint32(offset + 24, true),
      start: view.getUint32(offset + 42, true),
    });
    offset += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
}

function unpackEntry(
  view: DataView,
  { method, start, packedSize, declaredSize }: Entry,
  remainingBytes: number,
): Uint8Array {
  if (declaredSize > remainingBytes) throw new UnpacksTooBig();
  if (view.getUint32(start, true) !== localEntry) throw new InvalidArchive();
  const dataStart = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const data = new Uint8Array(view.buffer, view.byteOffset + dataStart, packedSize);
  if (method === 0) {
    if (data.length > remainingBytes) throw new UnpacksTooBig();
    return data;
  }
  if (method !== 8) throw new InvalidArchive();
  return inflate(data, remainingBytes);
}

/** Unpacks small pieces: each piece grows at most a thousandfold. */
function inflate(data: Uint8Array, remainingBytes: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const stream = new Inflate((piece) => {
    size += piece.length;
    if (size > remainingBytes) throw new UnpacksTooBig();
    pieces.push(piece);
  });
  for (let offset = 0; offset < data.length; offset += pieceSize)
    stream.push(data.subarray(offset, offset + pieceSize), offset + pieceSize >= data.length);
  const content = new Uint8Array(size);
  let offset = 0;
  for (const piece of pieces) {
    content.set(piece, offset);
    offset += piece.length;
  }
  return content;
}

import { maxLogoBytes } from '../vocabulary';

export type LogoProblem = 'NOT_IMAGE' | 'TOO_LARGE' | 'TOO_WIDE';

/** Pixels. A file of a few kB can hold 20,000² pixels, which take seconds to draw. */
export const maxLogoSide = 2_000;

// The first bytes show the real type. SVG is refused, because it may contain a script.
const images = /^data:image\/(png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/)[A-Za-z0-9+/]*={0,2}$/;

export function logoProblem(dataUrl: string): LogoProblem | null {
  const image = dataUrl.slice(dataUrl.indexOf(',') + 1);
  const padding = image.endsWith('==') ? 2 : image.endsWith('=') ? 1 : 0;
  const length = Math.floor((image.length * 3) / 4) - padding;
  if (length > maxLogoBytes) return 'TOO_LARGE';
  const kind = images.exec(dataUrl)?.[1];
  if (kind === undefined) return 'NOT_IMAGE';
  const bytes = decodeBase64(image);
  const sides = kind.startsWith('png') ? readPngSides(bytes) : readJpegSides(bytes);
  if (sides.length === 0 || Math.min(...sides) < 1) return 'NOT_IMAGE';
  return Math.max(...sides) > maxLogoSide ? 'TOO_WIDE' : null;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const base64Values = new Map([...alphabet].map((letter, value) => [letter, value]));

function decodeBase64(base64: string): number[] {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const letter of base64) {
    const value = base64Values.get(letter);
    if (value === undefined) break;
    bits = ((bits << 6) | value) & 0xff_ff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes.push((bits >> count) & 0xff);
    }
  }
  return bytes;
}

const readNumber = (bytes: readonly number[], offset: number, length: 2 | 4): number => {
  let number = 0;
  for (let index = offset; index < offset + length; index += 1)
    number = number * 256 + (bytes[index] ?? Number.NaN);
  return number;
};

/** The first chunk must be the header. Otherwise the result is empty. */
function readPngSides(bytes: readonly number[]): number[] {
  const isHeader = String.fromCharCode(...bytes.slice(12, 16)) === 'IHDR';
  const sides = [readNumber(bytes, 16, 4), readNumber(bytes, 20, 4)];
  return isHeader && !sides.some(Number.isNaN) ? sides : [];
}

const startOfScan = 0xda;
const endOfImage = 0xd9;
const hasNoSegment = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** The three excluded markers of this range are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Reads all frames, because decoders differ in the frame that they draw. Empty if unreadable. */
function readJpegSides(bytes: readonly number[]): number[] {
  const sides: number[] = [];
  for (let offset = 2; offset < bytes.length;) {
    if (bytes[offset] !== 0xff) return [];
    const marker = bytes[offset + 1] ?? endOfImage;
    if (marker === endOfImage) break;
    if (marker === 0xff) offset += 1;
    else if (hasNoSegment(marker)) offset += 2;
    else {
      const length = readNumber(bytes, offset + 2, 2);
      if (Number.isNaN(length) || length < 2) return [];
      if (isFrame(marker)) sides.push(readNumber(bytes, offset + 5, 2), readNumber(bytes, offset + 7, 2));
      offset += 2 + length;
      if (marker === startOfScan) offset = findScanEnd(bytes, offset);
    }
  }
  return sides.some(Number.isNaN) ? [] : sides;
}

/** Inside of a scan, 0xFF is followed by 0 or a restart marker. */
function findScanEnd(bytes: readonly number[], from: number): number {
  let offset = from;
  while (offset < bytes.length) {
    const next = bytes[offset + 1] ?? endOfImage;
    if (bytes[offset] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return offset;
    offset += 1;
  }
  return offset;
}

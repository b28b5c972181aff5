import { maxLogoBytes } from '../vocabulary';

export type LogoProblem = 'NOT_IMAGE' | 'TOO_LARGE' | 'TOO_WIDE';

/** In pixels: a few kB can hold an image of 20,000² pixels, which takes seconds to draw. */
export const maxLogoSide = 2_000;

// The first bytes of a file show its real type. SVG is not allowed, since it can contain a script.
const images = /^data:image\/(png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/)[A-Za-z0-9+/]*={0,2}$/;

/**
 * The problem of a logo (a data URL): not a PNG or JPEG by its first bytes and its header, over 200 kB, or over 2,000
 * pixels wide or high; else null. Never fails.
 */
export function logoProblem(dataUrl: string): LogoProblem | null {
  const image = dataUrl.slice(dataUrl.indexOf(',') + 1);
  const padding = image.endsWith('==') ? 2 : image.endsWith('=') ? 1 : 0;
  const length = Math.floor((image.length * 3) / 4) - padding;
  if (length > maxLogoBytes) return 'TOO_LARGE';
  const kind = images.exec(dataUrl)?.[1];
  if (kind === undefined) return 'NOT_IMAGE';
  const bytes = bytesIn(image);
  const sides = kind.startsWith('png') ? sidesOfPng(bytes) : sidesOfJpeg(bytes);
  if (sides.length === 0 || Math.min(...sides) < 1) return 'NOT_IMAGE';
  return Math.max(...sides) > maxLogoSide ? 'TOO_WIDE' : null;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Map([...alphabet].map((letter, value) => [letter, value]));

function bytesIn(base64: string): number[] {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const letter of base64) {
    const value = values.get(letter);
    if (value === undefined) break; // padding
    bits = ((bits << 6) | value) & 0xff_ff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes.push((bits >> count) & 0xff);
    }
  }
  return bytes;
}

/** A big-endian number; NaN beyond the end. */
const numberAt = (bytes: readonly number[], at: number, length: 2 | 4): number => {
  let number = 0;
  for (let index = at; index < at + length; index += 1) number = number * 256 + (bytes[index] ?? Number.NaN);
  return number;
};

/** Width and height by the header, which must be the first chunk; empty if it is not. */
function sidesOfPng(bytes: readonly number[]): number[] {
  const isHeader = String.fromCharCode(...bytes.slice(12, 16)) === 'IHDR';
  const sides = [numberAt(bytes, 16, 4), numberAt(bytes, 20, 4)];
  return isHeader && !sides.some(Number.isNaN) ? sides : [];
}

const startOfScan = 0xda;
const endOfImage = 0xd9;
/** Markers without a segment: restarts and the start of the image. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** All but the three that are tables in the same range. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Height and width of every frame, since decoders differ in which they draw; empty without a readable one. */
function sidesOfJpeg(bytes: readonly number[]): number[] {
  const sides: number[] = [];
  for (let at = 2; at < bytes.length;) {
    if (bytes[at] !== 0xff) return [];
    const marker = bytes[at + 1] ?? endOfImage;
    if (marker === endOfImage) break;
    if (marker === 0xff) at += 1;
    else if (isBare(marker)) at += 2;
    else {
      const length = numberAt(bytes, at + 2, 2);
      if (Number.isNaN(length) || length < 2) return [];
      if (isFrame(marker)) sides.push(numberAt(bytes, at + 5, 2), numberAt(bytes, at + 7, 2));
      at += 2 + length;
      if (marker === startOfScan) at = endOfScan(bytes, at);
    }
  }
  return sides.some(Number.isNaN) ? [] : sides;
}

/** Where the next marker stands after the data of a scan, in which 0xFF is followed by 0 or a restart. */
function endOfScan(bytes: readonly number[], from: number): number {
  let at = from;
  while (at < bytes.length) {
    const next = bytes[at + 1] ?? endOfImage;
    if (bytes[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
    at += 1;
  }
  return at;
}

import { cleanText, removeMarks } from './arabicText';

/** The longest base, in UTF-16 units. */
export const maxBaseLength = 20;

const notInBase = /[\s/-]/;

/**
 * The base proposed for a new subject: the first three characters of the name in upper case, then level × 100 + 1 in
 * three digits. White space, tashkeel, tatweel, dashes and slashes are skipped. `level` is 1-8. Never fails; a name
 * without letters gives only the number. Source: spec 1 §5.
 */
export function proposedBase(name: string, level: number): string {
  const characters = [...removeMarks(cleanText(name))].filter((char) => !notInBase.test(char));
  const number = String(level * 100 + 1).padStart(3, '0');
  return characters.slice(0, 3).join('').toUpperCase() + number;
}

/**
 * The base itself if it is free, else the next free one: its number at the end (0 if it has none) is increased. The
 * number keeps its width while it fits; the letters are shortened to keep 20 characters. Never fails. Source:
 * decision 13.
 */
export function nextFreeBase(base: string, usedBases: ReadonlySet<string>): string {
  const digits = /[0-9]{0,9}$/.exec(base)?.[0] ?? '';
  const head = base.slice(0, base.length - digits.length);
  let candidate = base;
  for (let number = Number(digits) + 1; usedBases.has(candidate); number++) {
    const tail = String(number).padStart(digits.length, '0');
    candidate = head.slice(0, maxBaseLength - tail.length) + tail;
  }
  return candidate;
}

/** The base of a subject code: the part before the first dash, or all of it. Spec 1 §3. */
export function parseBase(code: string): string {
  return code.split('-', 1)[0] ?? '';
}

/** The code of the offering of a base to a batch (its row number): `QRN101-3`. Spec 1 §3. */
export function offeringCode(base: string, batchId: number): string {
  return `${base}-${batchId}`;
}

/** True for 1-20 characters without dash, slash or white space. Source: api.md, Subject. */
export function isBase(base: string): boolean {
  return base !== '' && base.length <= maxBaseLength && !notInBase.test(base);
}

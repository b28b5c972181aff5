import { cleanText, removeMarks } from './arabicText';

export const maxBaseLength = 20;

const forbiddenCharacter = /[\s/-]/;

/** The first three letters of the name, then level × 100 + 1 (spec 1 §5). */
export function proposedBase(name: string, level: number): string {
  const characters = [...removeMarks(cleanText(name))].filter((char) => !forbiddenCharacter.test(char));
  const number = String(level * 100 + 1).padStart(3, '0');
  return characters.slice(0, 3).join('').toUpperCase() + number;
}

/** Increases the number at the end, and cuts the part before the number to fit 20 characters. */
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

/** The part before the first dash (spec 1 §3). */
export function parseBase(code: string): string {
  return code.split('-', 1)[0] ?? '';
}

/** Base and row number of the batch: `QRN101-3` (spec 1 §3). */
export function offeringCode(base: string, batchId: number): string {
  return `${base}-${batchId}`;
}

/** 1-20 characters without dash, slash or white space (api.md, Subject). */
export function isBase(base: string): boolean {
  return base !== '' && base.length <= maxBaseLength && !forbiddenCharacter.test(base);
}

/* Finds the numbers in a text. Only the server knows which countries they belong to (`phoneKey`). */
import { cleanText, foldArabic, foldDigits } from './arabicText';
import { countDigits, isPhoneTooLong, zeroDecimals } from './identity';

/** A group of fewer digits is only a part of a number. */
const minPhoneDigits = 7;
/** Fewer digits beside a number are no number, such as an extension. */
const minShortDigits = 5;

export interface PhoneCell {
  /** Cleaned numbers in their order, each once. A number may still be too long. */
  numbers: string[];
  /** Everything else, without separators and "and". */
  words: string[];
}

const scientific = /(?<!\d)(\d)(?:\.(\d+))?E\+?(\d{1,2})(?!\d)/gi;
const letters = /[\p{L}\p{M}]+(?:[ :'_-]+[\p{L}\p{M}]+)*/gu;
const numberSeparators = /[^\d+\s().\u2010-\u2015\u2212-]+/;
/** "and" or "or" between two numbers, in Arabic and English. */
const conjunction = /^(?:\u0648|\u0627\u0648|and|or)$/;

/** The numbers of a cell. A line break, a space or a dash separates two complete numbers. */
export function splitPhones(text: string): PhoneCell {
  const words: string[] = [];
  const leaveOut = (word: string) => {
    if (!conjunction.test(foldArabic(word))) words.push(word);
    return '/';
  };
  const pieces = foldDigits(cleanText(text))
    .replace(zeroDecimals, '$1')
    .replace(scientific, (whole, first: string, rest: string = '', power: string) =>
      rest.length === Number(power) ? first + rest : leaveOut(whole),
    )
    .replace(letters, leaveOut)
    .split(numberSeparators);
  const candidates = pieces.flatMap(splitPiece);
  const hasNumber = candidates.some((number) => countDigits(number) >= minPhoneDigits);
  const isPart = (number: string) => hasNumber && countDigits(number) < minShortDigits;
  return {
    numbers: [...new Set(candidates.filter((number) => !isPart(number)))],
    words: [...words, ...candidates.filter(isPart)],
  };
}

/** `piece` has digits, plus signs and the separators inside of numbers. */
function splitPiece(piece: string): string[] {
  const text = piece.replace(/^([^+]*\d[^+\d]*)\+\D*$/, '+$1').replace(/\+\D*/g, '+');
  const numbers: string[][] = [];
  for (const group of text.match(/\+?\d+/g) ?? []) {
    const last = numbers.at(-1);
    if (last === undefined || group.startsWith('+')) numbers.push([group]);
    else last.push(group);
  }
  return numbers.flatMap(splitGroups);
}

function splitGroups(groups: readonly string[]): string[] {
  if (groups.every((group) => countDigits(group) >= minPhoneDigits)) return [...groups];
  const whole = groups.join('');
  if (!isPhoneTooLong(whole)) return [whole];
  const numbers: string[] = [];
  for (const group of groups) {
    const last = numbers.at(-1);
    const isStart = group.startsWith('0') || countDigits(group) >= minPhoneDigits;
    if (last === undefined || (isStart && countDigits(last) >= minPhoneDigits)) numbers.push(group);
    else numbers[numbers.length - 1] = last + group;
  }
  const areComplete = numbers.every((number) => countDigits(number) >= minPhoneDigits);
  return areComplete ? numbers : [whole];
}

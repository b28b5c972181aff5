import { descentWords, foldArabic, isOneLetterOff, nameParticles, nameSuffixes } from './arabicText';

const particles: ReadonlySet<string> = new Set(nameParticles.map(foldArabic));
const suffixes: ReadonlySet<string> = new Set(nameSuffixes.map(foldArabic));
const descent: ReadonlySet<string> = new Set(descentWords.map(foldArabic));

/** Words as written. A compound such as "Abd Allah", "Nur al-Din" or "Abu Bakr" is one word with spaces. */
export function splitCompounds(name: string): string[] {
  const words: string[] = [];
  let pending = '';
  for (const word of name.split(' ')) {
    const folded = foldArabic(word);
    if (pending === '' && suffixes.has(folded) && words.length > 0) words.push(`${words.pop()} ${word}`);
    else if (particles.has(folded)) pending += `${word} `;
    else {
      words.push(pending + word);
      pending = '';
    }
  }
  if (pending !== '') words.push(pending.trim());
  return words;
}

/** Folded words without "son of" and its kind. A compound gives the same word with and without spaces. */
export function comparableWords(name: string): string[] {
  return splitCompounds(name.trim())
    .map((compound) =>
      foldArabic(compound)
        .split(' ')
        .filter((word) => !descent.has(word))
        .join(''),
    )
    .filter((word) => word !== '');
}

function isSubsequence(words: readonly string[], all: readonly string[]): boolean {
  let matched = 0;
  for (const word of all) if (word === words[matched]) matched += 1;
  return matched === words.length;
}

export type NameComparison = 'agree' | 'correction' | 'differ';

/**
 * Whether two names can be the same person (decisions, Import).
 * - `agree`: equal given names, and the shorter name is a part of the longer one in the same order.
 * - `correction`: the given names differ in one letter, and all other words are equal.
 *
 * A name of one word agrees only with itself.
 */
export const compareNames = (first: string, second: string): NameComparison =>
  compareWords(comparableWords(first), comparableWords(second));

/** Like `compareNames`, for names that are already split by `comparableWords`. */
export function compareWords(
  [firstName, ...fathers]: readonly string[],
  [otherFirstName, ...otherFathers]: readonly string[],
): NameComparison {
  if (firstName === undefined || otherFirstName === undefined) return 'differ';
  const isSame = isSubsequence(fathers, otherFathers) && isSubsequence(otherFathers, fathers);
  if (firstName !== otherFirstName) {
    const isCorrection = isSame && fathers.length > 0 && isOneLetterOff(firstName, otherFirstName);
    return isCorrection ? 'correction' : 'differ';
  }
  if (fathers.length === 0 || otherFathers.length === 0) return isSame ? 'agree' : 'differ';
  const [shorter, longer] =
    fathers.length <= otherFathers.length ? [fathers, otherFathers] : [otherFathers, fathers];
  return isSubsequence(shorter, longer) ? 'agree' : 'differ';
}

/** Whether all words of `name` stand in a longer name in the same order. The given names are equal. */
export function isShorterName(name: string, longerName: string): boolean {
  const [words, longer] = [comparableWords(name), comparableWords(longerName)];
  return words.length < longer.length && compareWords(words, longer) === 'agree';
}

import {
  afterAbd,
  hasDigit,
  insideFrom,
  isCode,
  lettersIn,
  searchTerms,
} from '../../../contract/rules/arabicText';

/** Marks letters at the beginning of a term with digits, to be found from their second letter on. */
export const atStart = '^';
/** Marks letters behind a digit of a term. */
export const beside = '+';
/** Marks the end of a term with digits in a log, or the whole term. */
export const inside = '*';

/** One row of the index of terms. */
export interface TermEntry {
  term: string;
  /** The number of letters that the term shares with the term before it, of the same row and kind. */
  shared: number;
  /** The length of the longest part, from three letters on, that it has in common with another word of the row; else 0. */
  repeats: number;
}

/** What is kept of one record for one kind of search. */
export interface IndexedRow {
  terms: TermEntry[];
  /** All terms with a space before and after each: words in order, then those with digits, then codes. */
  text: string;
  /** The terms with digits and the codes, from which numbers are found; null if there are none. */
  numbers: string | null;
}

/** A word of the index without its mark. */
export const bareWord = (word: string): string => word.replace(/^[+^]/, '');

/** The runs of letters of a term with digits that are long enough to be found inside of it, marked. */
const lettersBeside = (term: string): string[] =>
  term.split(/\p{N}+/u).flatMap((run, place) => {
    if (lettersIn(run) < insideFrom) return [];
    return (place === 0 ? atStart : beside) + run;
  });

/** What is kept of the searchable texts of a record. Never fails. */
export function indexedRow(texts: readonly string[]): IndexedRow {
  const all = [...new Set(texts.flatMap(searchTerms))].toSorted();
  const codes = all.filter(isCode);
  const numbers = all.filter((term) => !isCode(term) && hasDigit(term));
  const words = all.filter((term) => !isCode(term) && !hasDigit(term));
  const found = [...new Set(numbers.flatMap(lettersBeside)), ...words];
  const repeats = repeatsOf(found);
  const numbered = [...numbers.filter((term) => !codes.some((code) => code.includes(term))), ...codes];
  return {
    terms: [...found, ...numbers].toSorted().map((term, place, sorted) => ({
      term,
      shared: sharedLength(term, sorted[place - 1] ?? ''),
      repeats: repeats.get(term) ?? 0,
    })),
    text: spaced([...found, ...numbers, ...codes]),
    numbers: numbered.length > 0 ? spaced(numbered) : null,
  };
}

const spaced = (terms: readonly string[]): string => ` ${terms.join(' ')} `;

/** The length of the longest part that each word has in common with another one. */
function repeatsOf(words: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  const pieces = words.map((word) => piecesOf(bareWord(word)));
  for (const [at, one] of words.entries())
    for (const [before, other] of words.slice(0, at).entries()) {
      if (!pieces[at]?.some((piece) => pieces[before]?.includes(piece))) continue;
      if (afterAbd(one) === other || afterAbd(other) === one) continue; // `isInside` looks at one of them only
      const length = commonLength(bareWord(one), bareWord(other));
      for (const word of [one, other]) found.set(word, Math.max(length, found.get(word) ?? 0));
    }
  return found;
}

/** The length of the longest part that two words have in common. */
function commonLength(one: string, other: string): number {
  let longest = 0;
  for (let start = 0; start + longest < one.length; start += 1)
    while (start + longest < one.length && other.includes(one.slice(start, start + longest + 1)))
      longest += 1;
  return longest;
}

/** All pieces of three letters of a text, each once. */
export function piecesOf(text: string): string[] {
  const letters = [...text];
  const pieces = letters.slice(insideFrom - 1).map((_, at) => letters.slice(at, at + insideFrom).join(''));
  return [...new Set(pieces)];
}

/** The length of the common beginning of two terms. */
function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/**
 * The terms of a text that is searched in a log, where each entry is a term: with each end of a term with digits, and
 * the letters beside them.
 */
export function loggedTerms(texts: readonly string[]): string[] {
  const all = texts.flatMap(searchTerms);
  const numbers = all.filter((term) => isCode(term) || hasDigit(term));
  const ends = numbers.flatMap((term) => endsOf(term).map((end) => inside + end));
  const runs = numbers.filter((term) => !isCode(term)).flatMap(lettersBeside);
  return [...new Set([...all, ...ends, ...runs])];
}

/** The ends of a word, from the whole word down to three letters. */
export function endsOf(word: string): string[] {
  const letters = [...word];
  return letters.slice(insideFrom - 1).map((_, at) => letters.slice(at).join(''));
}

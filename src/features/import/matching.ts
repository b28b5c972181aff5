import { guardianFields } from '../../../contract/guardianFields';
import { foldArabic, removeArticle } from '../../../contract/rules/arabicText';
import {
  defaultNameInBrackets,
  fathers,
  grandfathers,
  guardians,
  nameWords,
  hijri,
  relatives,
  outOf,
  ignoredRemarks,
  students,
  attachedPrefixes,
} from '../../i18n/ar/import/headerWords';
import type { FieldWords } from '../../i18n/ar/import/importSharedWords';

const exactScore = 1;
/** Equal without words for "student". */
const withStudentScore = 0.97;
/** One letter differs. */
const typoScore = 0.9;
/** One text has an additional remark. */
const remarkScore = 0.85;
const bracketFactor = 0.98;
/** A Hijri date fills a field only if the file has no Gregorian column for it. */
const hijriFactor = 0.6;
/** The best field must lead the second by this score. Otherwise the user decides. */
const minLead = 0.06;

/** Null: no field. With `isExact` only equal names match, because the user does not check the guess. */
export function matchFields(
  header: readonly string[],
  words: FieldWords,
  fields: readonly string[],
  isExact = false,
): (string | null)[] {
  const pairs = header.flatMap((cell, column) => {
    const bracketField = fieldInBrackets(cell, words, fields);
    if (bracketField) return [{ column, field: bracketField, score: exactScore }];
    const candidateFields = allowedFields(cell, fields, words);
    const scores = candidateFields
      .map((field) => ({ column, field, score: bestScore(cell, words[field] ?? [field]) }))
      .toSorted((one, other) => other.score - one.score);
    const [best, next] = scores;
    if (!best || best.score === 0) return [];
    const isGuess = best.score < exactScore;
    return isGuess && (isExact || best.score - (next?.score ?? 0) < minLead) ? [] : [best];
  });
  const matchedFields: (string | null)[] = header.map(() => null);
  const usedFields = new Set<string>();
  for (const { column, field } of pairs.toSorted((one, other) => other.score - one.score)) {
    if (usedFields.has(field)) continue;
    usedFields.add(field);
    matchedFields[column] = field;
  }
  return matchedFields;
}

const hasWord = (set: ReadonlySet<string>, word: string) =>
  set.has(word) ||
  attachedPrefixes.some((letters) => word.startsWith(letters) && set.has(word.slice(letters.length)));

const parents = [
  [fathers, 'second_name'],
  [grandfathers, 'third_name'],
] as const;

/** If a column was renamed, our grade sheet adds the original column name in brackets. */
function fieldInBrackets(cell: string, words: FieldWords, fields: readonly string[]): string | undefined {
  const bracketText = defaultNameInBrackets.exec(cell.slice(0, maxLength))?.[1];
  if (!bracketText) return undefined;
  return fields.find((field) => words[field]?.some((word) => similarity(bracketText, word) === exactScore));
}

/**
 * A word for another person excludes the student's own fields, except a field with exactly this name. The
 * fields of guardians have these words in all their names.
 */
function allowedFields(cell: string, fields: readonly string[], names: FieldWords): readonly string[] {
  const words = normalisedWords(cell);
  const isOfGuardian = (field: string) =>
    field in guardianFields || names[field]?.some((name) => similarity(cell, name) === exactScore);
  if (words.some((word) => hasWord(relatives, word))) return fields.filter(isOfGuardian);
  for (const [set, field] of parents) {
    const otherWords = words.filter((word) => !hasWord(set, word));
    if (otherWords.length === words.length) continue;
    // The father's name is part of the student's name. The father's phone is not the student's phone.
    const isName = otherWords.every((word) => hasWord(nameWords, word) || hasWord(students, word));
    return isName ? fields.filter((one) => one === field) : fields.filter((one) => one in guardianFields);
  }
  return fields;
}

function bestScore(header: string, words: readonly string[]): number {
  const hijriWords =
    header
      .slice(0, maxLength)
      .match(/[\p{L}\p{M}]+/gu)
      ?.filter((word) => hijri.has(foldArabic(word))) ?? [];
  const cell = hijriWords.reduce((text, word) => text.replace(word, ' '), header);
  const factor = hijriWords.length > 0 ? hijriFactor : 1;
  const textWithoutBrackets = cell.replace(/\([^)]*\)|\[[^\]]*\]/g, ' ');
  const scores = words.map((word) => similarity(cell, word));
  // The text in brackets can be a remark or the name of a field.
  const scoresWithoutBrackets =
    textWithoutBrackets === cell
      ? []
      : words.map((word) => similarity(textWithoutBrackets, word) * bracketFactor);
  return factor * Math.max(0, ...scores, ...scoresWithoutBrackets);
}

/** Returns 1 if only diacritics, the article or separators differ. Returns 0 for different texts. */
export function similarity(text: string, otherText: string): number {
  const [textWords, otherTextWords] = [normalisedWords(text), normalisedWords(otherText)];
  if (textWords.length === 0 || otherTextWords.length === 0) return 0;
  if (textWords.join('') === otherTextWords.join('')) return exactScore;
  const [a, b] = [textWords, otherTextWords].map((words) =>
    words.filter((word) => !hasWord(students, word)),
  ) as [string[], string[]];
  if (a.length === 0 || b.length === 0) return 0;
  if (a.join('') === b.join('')) return withStudentScore;
  const remainingWords = [...a];
  for (const word of b) {
    const index = remainingWords.findIndex((candidate) => isSimilarWord(candidate, word));
    if (index < 0) return 0;
    remainingWords.splice(index, 1);
  }
  if (remainingWords.length === 0) return typoScore;
  return remainingWords.every((word) => ignoredRemarks.has(word)) ? remarkScore : 0;
}

export const hasHeadWord = (head: string, set: ReadonlySet<string>): boolean =>
  normalisedWords(head).some((word) => hasWord(set, word));

/** True for a header or group head that names the father, the mother or a guardian. */
export const isOfParent = (head: string): boolean =>
  hasHeadWord(head, guardians) || hasHeadWord(head, fathers);

/** True if the header names another person than the student. */
export const isOfRelative = (head: string): boolean => isOfParent(head) || hasHeadWord(head, relatives);

/** Equal for headers that differ only in spelling, brackets or the words of `ignored`. */
export const headKey = (head: string, ignored: ReadonlySet<string>): string =>
  normalisedWords(head.replace(/\([^)]*\)|\[[^\]]*\]/g, ' '))
    .filter((word) => !ignored.has(word))
    .join('');

const maxWords = 12;
const maxLength = 200;

const splitWords = (text: string): string[] =>
  foldArabic(text.slice(0, maxLength))
    .replace(outOf, '')
    .replace(/'s\b/g, 's')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => removeArticle(isJoined(word) ? word.slice(1) : word, 2))
    .filter((word) => word !== '')
    .slice(0, maxWords);

const wordCache = new Map<string, string[]>();
const maxCachedTexts = 10_000;

export function normalisedWords(text: string): string[] {
  const words = wordCache.get(text) ?? splitWords(text);
  if (wordCache.size >= maxCachedTexts) wordCache.clear();
  wordCache.set(text, words);
  return words;
}

/** True for a word with the prefix "and the". The word for "father" starts with the same letters. */
const isJoined = (word: string) =>
  word.length > 5 && word.startsWith('\u0648\u0627\u0644') && !relatives.has(word) && !fathers.has(word);

/** In shorter words one letter changes the meaning. */
const minTypoLength = 5;

/** True if at most one letter is replaced, added or missing. */
function isSimilarWord(word: string, otherWord: string): boolean {
  if (word === otherWord) return true;
  const [short, long] = word.length <= otherWord.length ? [word, otherWord] : [otherWord, word];
  if (short.length < minTypoLength || long.length - short.length > 1) return false;
  let index = 0;
  while (index < short.length && short[index] === long[index]) index += 1;
  return short.slice(short.length === long.length ? index + 1 : index) === long.slice(index + 1);
}

const storageKey = (userId: number) => `rasd.import.fields.${userId}`;
const maxRememberedHeaders = 40;

type RememberedHeaders = [key: string, fields: (string | null)[]][];

const headerKey = (type: string, header: readonly string[]) =>
  JSON.stringify([type, ...header.map((cell) => normalisedWords(cell).join(''))]);

function readRemembered(user: number): RememberedHeaders {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(user)) ?? '[]');
    return Array.isArray(stored) ? (stored as RememberedHeaders) : [];
  } catch {
    return [];
  }
}

/** The fields that the user selected for the same headers on this device. Null for new headers. */
export function loadRememberedFields(user: number, type: string, header: readonly string[]) {
  const remembered = readRemembered(user).find(([key]) => key === headerKey(type, header))?.[1];
  return remembered?.length === header.length ? remembered : null;
}

export function rememberFields(
  user: number,
  type: string,
  header: readonly string[],
  fields: readonly (string | null)[],
): void {
  const key = headerKey(type, header);
  const others = readRemembered(user).filter(([otherKey]) => otherKey !== key);
  try {
    localStorage.setItem(
      storageKey(user),
      JSON.stringify([[key, [...fields]], ...others].slice(0, maxRememberedHeaders)),
    );
  } catch {
    // Without storage, the columns are matched again next time.
  }
}

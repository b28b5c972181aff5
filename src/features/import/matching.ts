import { foldArabic, removeArticle } from '../../../contract/rules/arabicText';
import {
  defaultNameInBrackets,
  fathers,
  grandfathers,
  nameWords,
  otherCalendar,
  relatives,
  outOf,
  ignoredRemarks,
  students,
  attachedPrefixes,
} from '../../i18n/ar/headerWords';
import type { FieldWords } from '../../i18n/ar/importSharedWords';

/**
 * How well a header fits a name of a field: the same, with a word for the student, with a typing mistake, with a
 * remark.
 */
const [same, ofTheStudent, nearly, remarked] = [1, 0.97, 0.9, 0.85];
const inBrackets = 0.98;
/** The minimum lead of the best field over the next; else a person decides. */
const lead = 0.06;

/**
 * The field of each column, by the similarity of its header to the names of the field; null for none. `isExact`: only
 * exact names count, because nobody checks a guess.
 */
export function matchFields(
  header: readonly string[],
  words: FieldWords,
  fields: readonly string[],
  isExact = false,
): (string | null)[] {
  const pairs = header.flatMap((cell, column) => {
    const named = fieldInBrackets(cell, words, fields);
    if (named) return [{ column, field: named, score: same }];
    const allowed = allowedFields(cell, fields, words);
    const scores = allowed
      .map((field) => ({ column, field, score: bestScore(cell, words[field] ?? [field]) }))
      .toSorted((one, other) => other.score - one.score);
    const [best, next] = scores;
    if (!best || best.score === 0) return [];
    const isGuess = best.score < same;
    return isGuess && (isExact || best.score - (next?.score ?? 0) < lead) ? [] : [best];
  });
  const matched: (string | null)[] = header.map(() => null);
  const taken = new Set<string>();
  for (const { column, field } of pairs.toSorted((one, other) => other.score - one.score)) {
    if (taken.has(field)) continue;
    taken.add(field);
    matched[column] = field;
  }
  return matched;
}

const isIn = (set: ReadonlySet<string>, word: string) =>
  set.has(word) ||
  attachedPrefixes.some((letters) => word.startsWith(letters) && set.has(word.slice(letters.length)));

const parents = [
  [fathers, 'second_name'],
  [grandfathers, 'third_name'],
] as const;

/** The field that a header names in brackets, as in our own grade sheet for renamed columns. */
function fieldInBrackets(cell: string, words: FieldWords, fields: readonly string[]): string | undefined {
  const named = defaultNameInBrackets.exec(cell.slice(0, maxSigns))?.[1];
  if (!named) return undefined;
  return fields.find((field) => words[field]?.some((word) => likeness(named, word) === same));
}

/**
 * The fields that a header may mean: a word for another person excludes the student's own fields, but not a field that
 * has exactly this name, such as the name of the teacher in a list of teachers.
 */
function allowedFields(cell: string, fields: readonly string[], names: FieldWords): readonly string[] {
  const words = wordsOf(cell);
  if (words.some((word) => isIn(relatives, word)))
    return fields.filter((field) => names[field]?.some((name) => likeness(cell, name) === same));
  for (const [set, field] of parents) {
    const others = words.filter((word) => !isIn(set, word));
    if (others.length === words.length) continue;
    // The name of the father is a part of the student's name, but his phone is not the student's.
    const isName = others.every((word) => isIn(nameWords, word) || isIn(students, word));
    return isName ? fields.filter((one) => one === field) : [];
  }
  if (words.some((word) => otherCalendar.has(word)))
    return fields.filter((field) => !field.endsWith('_date'));
  return fields;
}

function bestScore(cell: string, words: readonly string[]): number {
  const plain = cell.replace(/\([^)]*\)|\[[^\]]*\]/g, ' ');
  const scores = words.map((word) => likeness(cell, word));
  // Text in brackets may be ignored, or may be a name of a field.
  const bracketed = plain === cell ? [] : words.map((word) => likeness(plain, word) * inBrackets);
  return Math.max(0, ...scores, ...bracketed);
}

/** Similarity from 0 to 1: 1 if both are equal apart from marks, the article and separators. */
export function likeness(one: string, other: string): number {
  const [left, right] = [wordsOf(one), wordsOf(other)];
  if (left.length === 0 || right.length === 0) return 0;
  if (left.join('') === right.join('')) return same;
  const [a, b] = [left, right].map((words) => words.filter((word) => !isIn(students, word))) as [
    string[],
    string[],
  ];
  if (a.length === 0 || b.length === 0) return 0;
  if (a.join('') === b.join('')) return ofTheStudent;
  const rest = [...a];
  for (const word of b) {
    const at = rest.findIndex((candidate) => isNearly(candidate, word));
    if (at < 0) return 0;
    rest.splice(at, 1);
  }
  if (rest.length === 0) return nearly;
  return rest.every((word) => ignoredRemarks.has(word)) ? remarked : 0;
}

/** Maximum words of a header that are compared. */
const maxWords = 12;
const maxSigns = 200;

const splitWords = (text: string): string[] =>
  foldArabic(text.slice(0, maxSigns))
    .replace(outOf, '')
    .replace(/'s\b/g, 's')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => removeArticle(isJoined(word) ? word.slice(1) : word, 2))
    .filter((word) => word !== '')
    .slice(0, maxWords);

/** Cached words, because each header is compared with every name; cleared when there are too many. */
const known = new Map<string, string[]>();
const maxKnown = 10_000;

function wordsOf(text: string): string[] {
  const found = known.get(text) ?? splitWords(text);
  if (known.size >= maxKnown) known.clear();
  known.set(text, found);
  return found;
}

/** `and the …` as one word; the word for "father" begins with the same letters but is none. */
const isJoined = (word: string) =>
  word.length > 5 && word.startsWith('\u0648\u0627\u0644') && !relatives.has(word) && !fathers.has(word);

/** Minimum length for a typing mistake: in shorter words one letter changes the meaning. */
const leastForSlip = 5;

/** The same word, or different in one letter: replaced, added or missing. */
function isNearly(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < leastForSlip || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1);
}

const place = (user: number) => `rasd.import.fields.${user}`;
const maxRemembered = 40;

type Remembered = [headers: string, fields: (string | null)[]][];

const keyOf = (type: string, header: readonly string[]) =>
  JSON.stringify([type, ...header.map((cell) => wordsOf(cell).join(''))]);

function readRemembered(user: number): Remembered {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place(user)) ?? '[]');
    return Array.isArray(stored) ? (stored as Remembered) : [];
  } catch {
    return [];
  }
}

/** The fields that this person chose for these headers before, on this device; null for new headers. */
export function rememberedFields(user: number, type: string, header: readonly string[]) {
  const found = readRemembered(user).find(([headers]) => headers === keyOf(type, header))?.[1];
  return found?.length === header.length ? found : null;
}

export function rememberFields(
  user: number,
  type: string,
  header: readonly string[],
  fields: readonly (string | null)[],
): void {
  const key = keyOf(type, header);
  const others = readRemembered(user).filter(([headers]) => headers !== key);
  try {
    localStorage.setItem(
      place(user),
      JSON.stringify([[key, [...fields]], ...others].slice(0, maxRemembered)),
    );
  } catch {
    // If the storage is full, the columns are matched again next time.
  }
}

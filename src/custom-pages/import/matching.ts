import { foldArabic, withoutArticle } from '../../../contract/rules/arabicText';
import type { FieldWords } from '../../i18n/ar/importSharedWords';

/** Below it a header and a word are not the same. */
const least = 0.72;
/** How much better the best field must be than the next; else a person decides. */
const lead = 0.06;

/** Which column is which field, by the likeness of its header to the words of the field: null for none. */
export function matchedFields(
  header: readonly string[],
  words: FieldWords,
  fields: readonly string[],
): (string | null)[] {
  const pairs = header.flatMap((cell, column) => {
    const scores = fields
      .map((field) => ({ column, field, score: bestScore(cell, words[field] ?? [field]) }))
      .toSorted((one, other) => other.score - one.score);
    const [best, next] = scores;
    if (!best || best.score < least) return [];
    return best.score < 1 && best.score - (next?.score ?? 0) < lead ? [] : [best];
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

const bestScore = (cell: string, words: readonly string[]) =>
  Math.max(0, ...words.map((word) => likeness(cell, word)));

/** 0 to 1: 1 when both read the same, but for marks, the article and the signs between words. */
export function likeness(one: string, other: string): number {
  const [a, b] = [bare(one), bare(other)];
  if (a === '' || b === '') return 0;
  if (a === b) return 1;
  const [left, right] = [pairsIn(a), pairsIn(b)];
  const rest = [...right];
  let common = 0;
  for (const pair of left) {
    const at = rest.indexOf(pair);
    if (at < 0) continue;
    rest.splice(at, 1);
    common += 1;
  }
  return Math.min(0.99, (2 * common) / (left.length + right.length));
}

const bare = (text: string) =>
  foldArabic(text.slice(0, 200))
    .split(/[\s_\-*:.()/]+/)
    .map((word) => withoutArticle(word, 2))
    .join('');

const pairsIn = (text: string) =>
  Array.from({ length: Math.max(1, text.length - 1) }, (_, at) => text.slice(at, at + 2));

const place = (user: number) => `rasd.import.columns.${user}`;
const mostKept = 40;

type Kept = [headers: string, fields: (string | null)[]][];

const keyOf = (type: string, header: readonly string[]) => JSON.stringify([type, ...header.map(bare)]);

function kept(user: number): Kept {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place(user)) ?? '[]');
    return Array.isArray(stored) ? (stored as Kept) : [];
  } catch {
    return [];
  }
}

/** What this person chose for these headers before, on this device; null for headers that are new. */
export function rememberedFields(user: number, type: string, header: readonly string[]) {
  const found = kept(user).find(([headers]) => headers === keyOf(type, header))?.[1];
  return found?.length === header.length ? found : null;
}

export function rememberFields(
  user: number,
  type: string,
  header: readonly string[],
  fields: readonly (string | null)[],
): void {
  const key = keyOf(type, header);
  const others = kept(user).filter(([headers]) => headers !== key);
  try {
    localStorage.setItem(place(user), JSON.stringify([[key, [...fields]], ...others].slice(0, mostKept)));
  } catch {
    // A full device only means that the columns are matched anew next time.
  }
}

/* The order of search results, for the server and the browser. */
import { abd, article, foldArabic, maxWords, orderedQueryWords, queryWords, searchTerms } from './arabicText';

/** A rank compares names with this replacement, so that "abd" with and without a space are equal. */
export const abdJoin = { text: ` ${abd} `, replacement: ` ${abd}` };

const buildRankKey = (folded: string): string =>
  ` ${folded} `.replaceAll(abdJoin.text, abdJoin.replacement).trimEnd();

const firstWords = (query: string): string => orderedQueryWords(query).slice(0, maxWords).join(' ');

/** Returns the words of a query in their order, with the spelling of a rank key. */
export function rankWords(query: string): string[] {
  return buildRankKey(firstWords(query)).split(' ').slice(1);
}

const joinedAbd = new RegExp(`(^| )${abd}(?=${article}[^ ])`, 'g');

/** Returns all spellings of a query with which a stored name may begin. */
export function nameBeginnings(query: string): string[] {
  const joined = rankWords(query).join(' ');
  return [...new Set([firstWords(query), joined, joined.replace(joinedAbd, `$1${abd} `)])];
}

/**
 * The first text is the name of the record.
 * 0: the name begins with the query
 * 1: words of the name begin with the words of the query, in their order, and each word is a term
 * 2: the same, but a word is only the beginning of a term
 * 3: each word is a term
 * 4: each word begins a term
 * 5: a word is inside of a term
 */
export function matchRank(texts: readonly string[], query: string): number {
  const [words, orderedWords] = [queryWords(query), rankWords(query)];
  const name = buildRankKey(foldArabic(texts[0] ?? ''));
  if (name.startsWith(` ${orderedWords.join(' ')}`)) return 0;
  const terms = texts.flatMap(searchTerms);
  const areTerms = words.every((word) => terms.includes(word));
  if (hasInOrder(name, orderedWords)) return areTerms ? 1 : 2;
  if (areTerms) return 3;
  return words.every((word) => terms.some((term) => term.startsWith(word))) ? 4 : 5;
}

function hasInOrder(name: string, words: readonly string[]): boolean {
  let start = 0;
  for (const word of words) {
    const index = name.indexOf(` ${word}`, start);
    if (index < 0) return false;
    start = index + word.length + 1;
  }
  return true;
}

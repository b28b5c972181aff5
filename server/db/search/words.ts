import { sql } from 'kysely';
import {
  afterAbd,
  hasDigit,
  insideFrom,
  isCode,
  isForgivable,
  isForgiven,
  lettersIn,
  forgivenFrom,
  queryWords,
  removeArticle,
} from '../../../contract/rules/arabicText';
import { chunks } from '../engine/chunks';
import { kindOf, rowsInJson } from '../engine/dialect';
import type { Db, Trx } from '../schema';
import { atStart, bareWord, beside, endsOf } from './entries';

/*
 * The words of the institute, each once, whatever has them: with each of their ends, so that what is inside of a word is
 * a range, and with each of their letters left out, so that a wrong letter is a look-up. A word stays when the last
 * record with it goes: what it finds is asked of the records.
 */

/** Before a word with one letter left out. */
const without = '~';
/** Letters of an end that are kept; what is longer is compared here. */
const keptLetters = 20;
/** A query word that is inside of more words than this is looked up in the table again. */
const maxWords = 1_000;
/** Pieces per statement. */
const chunkSize = 20_000;

const withoutEachLetter = (word: string): string[] => {
  const letters = [...word];
  return [word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))];
};

/** The keys under which a word is found in spite of a wrong letter. */
const forgivingKeys = (word: string): string[] =>
  [...new Set(withoutEachLetter(word))].map((key) => without + key);

/** A word of the index and all pieces under which it is found. */
function piecesOfWord(word: string): { piece: string; word: string }[] {
  const bare = bareWord(word);
  const ends = endsOf(bare).map((end) => [...end].slice(0, keptLetters).join(''));
  const isWhole = bare === word && isForgivable(word, forgivenFrom - 1);
  const keys = isWhole
    ? [...forgivingKeys(word), ...forgivingKeys(removeArticle(word, forgivenFrom - 1))]
    : [];
  return [...new Set([...ends, ...keys])].map((piece) => ({ piece, word }));
}

const columns = { piece: 'text', word: 'text' } as const;

/** Adds words that no record had before; terms that are no words are left out. */
export async function learnWords(trx: Trx, terms: Iterable<string>): Promise<void> {
  const kind = kindOf(trx);
  const words = new Set<string>();
  for (const term of terms)
    if (!hasDigit(term) && !isCode(term) && lettersIn(bareWord(term)) >= insideFrom) words.add(term);
  for (const part of chunks([...words], chunkSize)) {
    const wanted = part.map((word) => ({ piece: firstPiece(word), word }));
    const { rows } = await sql<{ word: string }>`
      select word from (${rowsInJson(kind, columns, wanted)}) as wanted where not exists (
        select 1 from search_words as known where known.piece = wanted.piece and known.word = wanted.word)`.execute(
      trx,
    );
    const fresh = rows.flatMap(({ word }) => piecesOfWord(word));
    for (const some of chunks(fresh, chunkSize))
      await sql`insert into search_words (piece, word) ${rowsInJson(kind, columns, some)}`.execute(trx);
  }
}

const firstPiece = (word: string): string => [...bareWord(word)].slice(0, keptLetters).join('');

/** A word of a query with the words of the institute that it finds. */
export interface FoundWord {
  word: string;
  /** `start`: found at the beginning of terms; `number`: inside of terms with digits; `letters`: in these words. */
  by: 'start' | 'number' | 'letters';
  /** The words of the index that it is inside of, but not at the beginning; null if they are too many. */
  words: string[] | null;
  /** The words that are found although a letter is wrong. */
  forgiven: string[];
}

/** What each word of a query stands for. @param forgives whether a wrong letter is forgiven */
export async function findWords(db: Db, words: readonly string[], forgives: boolean): Promise<FoundWord[]> {
  const found: FoundWord[] = [];
  for (const word of words) {
    const of = { word, words: [], forgiven: [] };
    if (lettersIn(word) < insideFrom) found.push({ ...of, by: 'start' });
    else if (hasDigit(word) || isCode(word)) found.push({ ...of, by: 'number' });
    else {
      const forgiven = forgives && isForgivable(word) ? await forgivenWords(db, word) : [];
      found.push({ by: 'letters', word, words: await wordsWith(db, word), forgiven });
    }
  }
  return found;
}

/** The words of the index that a word is inside of, with those that begin with it, if its first letters do. */
const wordsFrom = (word: string) => {
  const kept = [...word].slice(0, keptLetters).join('');
  return sql`from search_words where piece >= ${kept} and piece < ${`${kept}\u{10FFFF}`}`;
};

async function wordsWith(db: Db, word: string): Promise<string[] | null> {
  const { rows } = await sql<{ word: string }>`
    select distinct word ${wordsFrom(word)} limit ${maxWords + 1}`.execute(db);
  if (rows.length > maxWords) return null;
  return rows.map((row) => row.word).filter((one) => isInside(one, word));
}

/**
 * Whether a word is inside of a word of the index; at the beginning only if that is not the beginning of a term, and not
 * in the name behind "abd", which is a term of its own in every such row.
 */
const isInside = (indexed: string, word: string): boolean => {
  const bare = bareWord(indexed);
  if (!bare.includes(word) || (bare === indexed && afterAbd(bare)?.includes(word))) return false;
  return indexed.startsWith(beside) || !bare.startsWith(word);
};

/** `isInside` in SQL, of which there are too many to list, as `(select word …)`. */
export const manyWordsWith = (word: string) =>
  sql`(select word ${wordsFrom(word)} and word not like ${`${word}%`} and word not like ${`${atStart}${word}%`}
    and word like ${`%${word}%`})`;

async function forgivenWords(db: Db, word: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct word from search_words where piece in (${sql.join(forgivingKeys(word))})`.execute(db);
  return rows.map((row) => row.word).filter((term) => isForgiven(term, word));
}

/**
 * The page of a query, read with what its words stand for; a wrong letter is forgiven only if nothing is found without.
 */
export async function pageWithWords<P extends { total: number }>(
  db: Db,
  q: string | undefined,
  page: (words: readonly FoundWord[]) => Promise<P>,
): Promise<P> {
  const words = queryWords(q ?? '');
  const exact = await page(await findWords(db, words, false));
  if (exact.total > 0 || !words.some((word) => isForgivable(word))) return exact;
  const forgiving = await findWords(db, words, true);
  return forgiving.some(({ forgiven }) => forgiven.length > 0) ? page(forgiving) : exact;
}

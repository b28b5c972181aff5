import { type RawBuilder, sql, type SqlBool } from 'kysely';
import {
  partAfterAbd,
  hasDigit,
  minInsideLetters,
  isCode,
  canHaveTypo,
  isTypoOf,
  countLetters,
  queryWords,
} from '../../../contract/rules/arabicText';
import { kindOf, placeOf } from '../engine/dialect';
import type { SearchKind } from '../schema/log';
import type { Db } from '../schema';
import {
  atStart,
  bareWord,
  beside,
  forgivingKeys,
  foundThrough,
  inside,
  keptLetters,
  kindCount,
  kindNumbers,
  ofKind,
  piecesOf,
} from './searchIndex';

/* How the words of a query find rows in what `searchIndex.ts` writes. */

/** A query word that is inside of more words than this is looked up in the table again. */
const maxWords = 1_000;

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
    if (countLetters(word) < minInsideLetters) found.push({ ...of, by: 'start' });
    else if (hasDigit(word) || isCode(word)) found.push({ ...of, by: 'number' });
    else {
      const forgiven = forgives && canHaveTypo(word) ? await forgivenWords(db, word) : [];
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
  if (!bare.includes(word) || (bare === indexed && partAfterAbd(bare)?.includes(word))) return false;
  return indexed.startsWith(beside) || !bare.startsWith(word);
};

/** `isInside` in SQL, of which there are too many to list, as `(select word …)`. */
export const manyWordsWith = (word: string) =>
  sql`(select word ${wordsFrom(word)} and word not like ${`${word}%`} and word not like ${`${atStart}${word}%`}
    and word like ${`%${word}%`})`;

async function forgivenWords(db: Db, word: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct word from search_words where piece in (${sql.join(forgivingKeys(word))})`.execute(db);
  return rows.map((row) => row.word).filter((term) => isTypoOf(term, word));
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
  if (exact.total > 0 || !words.some((word) => canHaveTypo(word))) return exact;
  const forgiving = await findWords(db, words, true);
  return forgiving.some(({ forgiven }) => forgiven.length > 0) ? page(forgiving) : exact;
}

/**
 * The rows of a kind that have a word, each once, as `(select row_id …) as found`. Of the terms of a row that begin with
 * the word, exactly one (the first) shares less than the whole word with the term before it. Of the terms that have it
 * inside, the first is counted, if none begins with it; only a term with so long a part in common with another one has to
 * be looked at. So no `distinct` is needed, which would take several times as long.
 */
export function rowsWith(db: Db, kind: SearchKind, found: FoundWord): RawBuilder<unknown> {
  const { word, by } = found;
  const of = foundThrough[kind] ?? kind;
  if (by === 'number') return sql`(${rowsWithNumber(db, of, word)}) as found`;
  const entries = sql`select row_id from search_terms as entry where entry.kind = ${of}`;
  const beginning = sql`${entries} and ${beginsWith('entry.term', word)} and entry.shared < ${word.length}`;
  if (by === 'start' || (found.words?.length === 0 && found.forgiven.length === 0))
    return sql`(${beginning}) as found`;
  if (found.forgiven.length > 0 || found.words === null)
    return sql`(${beginning} union ${entries} and ${isAmongWords(found, 'entry.term')}) as found`;
  const place = (part: RawBuilder<unknown>) => placeOf(db, sql`whole.text`, part);
  const isCounted = sql`exists (select 1 from search_texts as whole where whole.kind = ${of}
    and whole.row_id = entry.row_id and (${place(sql`${` ${word}`}`)} > 0
      or ${place(sql`${word}`)} < ${place(sql`' ' || entry.term || ' '`)}))`;
  return sql`(${beginning} union all ${entries} and ${isAmongWords(found, 'entry.term')}
    and (entry.repeats < ${word.length} or not ${isCounted})) as found`;
}

/** Whether the term of an entry of a log has a word; see `loggedTerms`. An entry may have several such terms. */
export function hasLogged(found: FoundWord): RawBuilder<SqlBool> {
  const { word, by } = found;
  const isBeginning = beginsWith('term', by === 'number' ? inside + word : word);
  // SQLite would leave its index for "or" with what is never true.
  if (by !== 'letters' || (found.words?.length === 0 && found.forgiven.length === 0)) return isBeginning;
  return sql`(${isBeginning} or ${isAmongWords(found, 'term')})`;
}

/** Whether a term is one of the words that a word is inside of, or that are forgiven. */
function isAmongWords({ word, words, forgiven }: FoundWord, term: string): RawBuilder<SqlBool> {
  const all = [...(words ?? []), ...forgiven];
  const listed = all.length > 0 ? sql<SqlBool>`${sql.ref(term)} in (${sql.join(all)})` : sql<SqlBool>`1 = 0`;
  return words ? listed : sql`(${sql.ref(term)} in ${manyWordsWith(word)} or ${listed})`;
}

/** Whether `whole.text` has a word. */
export function textHas(db: Db, { word, by, forgiven }: FoundWord): RawBuilder<SqlBool> {
  const part = by === 'start' ? ` ${word}` : word;
  const parts = [part, ...forgiven.map((other) => ` ${other} `)];
  return sql`(${sql.join(
    parts.map((one) => hasPart(db, one)),
    sql` or `,
  )})`;
}

/** Whether `whole.text` has a part. */
export const hasPart = (db: Db, part: string): RawBuilder<SqlBool> =>
  sql`${placeOf(db, sql`whole.text`, sql`${part}`)} > 0`;

/** The terms that begin with a word, as a range of the index. */
export const beginsWith = (column: string, word: string): RawBuilder<SqlBool> =>
  sql`${sql.ref(column)} >= ${word} and ${sql.ref(column)} < ${`${word}\u{10FFFF}`}`;

/** A longer word is looked up by some of its pieces, which together cover it, and compared with the texts. */
const longFrom = 8;

/** The rows of a kind, each once, that have a number or a code, as `select row_id …`. */
export function rowsWithNumber(db: Db, kind: SearchKind, word: string): RawBuilder<unknown> {
  if (kindOf(db) === 'postgres') {
    const pieces = sql`array[${sql.join(piecesOf(word).map((piece) => ofKind(kind, piece)))}]::text[]`;
    const rows = sql`select row_id from search_numbers where pieces @> ${pieces}`;
    if (countLetters(word) === minInsideLetters) return rows; // the piece itself
    return sql`${rows} and text like ${`%${word.replaceAll('_', String.raw`\_`)}%`}`;
  }
  const rowId = sql`rowid / ${sql.lit(kindCount)}`;
  const isOfKind = sql`rowid % ${sql.lit(kindCount)} = ${sql.lit(kindNumbers[kind])}`;
  const letters = [...word];
  if (letters.length < longFrom)
    return sql`select ${rowId} as row_id from search_numbers where search_numbers match ${`"${word}"`} and ${isOfKind}`;
  const starts = letters.map((_, at) => at).filter((at) => at % 3 === 0 && at + 3 <= letters.length);
  const pieces = [...starts, letters.length - 3].map((at) => `"${letters.slice(at, at + 3).join('')}"`);
  return sql`select ${rowId} as row_id from search_numbers where search_numbers match ${pieces.join(' AND ')}
    and ${isOfKind} and exists (select 1 from search_texts as whole where whole.kind = ${kind}
      and whole.row_id = ${rowId} and ${placeOf(db, sql`whole.text`, sql`${word}`)} > 0)`;
}

/** How a record has a word: as a word of its own, at the beginning of one, or in any way that the search knows. */
export type Nearness = 'itself' | 'beginning' | 'inside';

/** The rows of a kind that have a word so, each once, as `(select row_id …) as found`. */
export function rowsNear(db: Db, kind: SearchKind, found: FoundWord, near: Nearness): RawBuilder<unknown> {
  const { word } = found;
  // A code has no term of its own, and is found from its beginning anyway.
  if (near === 'inside' || isCode(word)) return rowsWith(db, kind, found);
  const which =
    near === 'itself' ? sql`term = ${word}` : sql`${beginsWith('term', word)} and shared < ${word.length}`;
  return sql`(select row_id from search_terms where kind = ${foundThrough[kind] ?? kind} and ${which}) as found`;
}

/**
 * How near `whole.text` is to the words: 0 if it has all of them as words of its own, 1 if words begin with all of
 * them, else 2.
 */
export function nearness(db: Db, words: readonly FoundWord[]): RawBuilder<unknown> {
  const all = (partOf: (word: string) => string) =>
    sql.join(
      words.map(({ word }) => hasPart(db, partOf(word))),
      sql` and `,
    );
  return sql`case when ${all((word) => ` ${word} `)} then 0 when ${all((word) => ` ${word}`)} then 1 else 2 end`;
}

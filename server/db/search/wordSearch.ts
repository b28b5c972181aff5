import { type RawBuilder, sql, type SqlBool } from 'kysely';
import {
  keyBeginnings,
  partAfterAbd,
  hasDigit,
  minInsideLetters,
  isCode,
  canHaveTypo,
  isTypoOf,
  countLetters,
  queryWords,
} from '../../../contract/rules/arabicText';
import { abdJoin, nameBeginnings, rankWords } from '../../../contract/rules/searchRank';
import { databaseKind, positionInText } from '../engine/dialect';
import { compiledOnce } from '../engine/once';
import type { SearchKind } from '../schema/log';
import type { Db } from '../schema';
import {
  startMark,
  bareWord,
  afterDigitMark,
  typoKeys,
  lookUpKinds,
  endingMark,
  maxPieceLetters,
  kindPiece,
  rowRange,
  trigrams,
} from './searchIndex';

/** If more indexed words than this contain the query word, the query uses a subquery instead of a list. */
const maxWords = 1_000;

export interface WordMatch {
  word: string;
  /**
   * `prefix`: a term begins with `word`. `number`: a term with digits contains `word`. `letters`: a term
   * begins with `word`, or is in `words` or `typoWords`.
   */
  method: 'prefix' | 'number' | 'letters';
  /** Indexed words that contain `word`, but not as a prefix. Null if there are too many. */
  words: string[] | null;
  /** Indexed words that match despite one wrong letter. */
  typoWords: string[];
}

export async function findWords(
  db: Db,
  words: readonly string[],
  allowsTypos: boolean,
): Promise<WordMatch[]> {
  const matches: WordMatch[] = [];
  for (const word of words) {
    const match = { word, words: [], typoWords: [] };
    if (countLetters(word) < minInsideLetters) matches.push({ ...match, method: 'prefix' });
    else if (hasDigit(word) || isCode(word)) matches.push({ ...match, method: 'number' });
    else {
      const typoWords = allowsTypos && canHaveTypo(word) ? await findTypoWords(db, word) : [];
      matches.push({ method: 'letters', word, words: await findContainingWords(db, word), typoWords });
    }
  }
  return matches;
}

interface PieceRange {
  from: string;
  to: string;
}

function pieceRange(word: string): PieceRange {
  const piece = [...word].slice(0, maxPieceLetters).join('');
  return { from: piece, to: `${piece}\u{10FFFF}` };
}

const sqlFromMatchingPieces = ({ from, to }: PieceRange) =>
  sql`from search_words where piece >= ${from} and piece < ${to}`;

const selectContainingWords = compiledOnce(
  ['from', 'to'],
  (_db, range: PieceRange) => sql<{ word: string }>`
    select distinct word ${sqlFromMatchingPieces(range)} limit ${maxWords + 1}`,
);

async function findContainingWords(db: Db, word: string): Promise<string[] | null> {
  const rows = await selectContainingWords(db, pieceRange(word));
  if (rows.length > maxWords) return null;
  return rows.map((row) => row.word).filter((indexed) => isInsideWord(indexed, word));
}

/** A prefix of a word, and the name after "abd", have their own terms. So this search skips them. */
const isInsideWord = (indexed: string, word: string): boolean => {
  const bare = bareWord(indexed);
  if (!bare.includes(word) || (bare === indexed && partAfterAbd(bare)?.includes(word))) return false;
  return indexed.startsWith(afterDigitMark) || !bare.startsWith(word);
};

export const containingWords = (word: string) =>
  sql`(select word ${sqlFromMatchingPieces(pieceRange(word))} and word not like ${`${word}%`} and word not like ${`${startMark}${word}%`}
    and word like ${`%${word}%`})`;

async function findTypoWords(db: Db, word: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct word from search_words where piece in (${sql.join(typoKeys(word))})`.execute(db);
  return rows.map((row) => row.word).filter((term) => isTypoOf(term, word));
}

/** Searches with typos only if the exact words match nothing. */
export async function searchWithTypos<P extends { total: number }>(
  db: Db,
  q: string | undefined,
  loadPage: (words: readonly WordMatch[]) => Promise<P>,
): Promise<P> {
  const words = queryWords(q ?? '');
  const exact = await loadPage(await findWords(db, words, false));
  if (exact.total > 0 || !words.some((word) => canHaveTypo(word))) return exact;
  const fuzzyMatches = await findWords(db, words, true);
  return fuzzyMatches.some(({ typoWords }) => typoWords.length > 0) ? loadPage(fuzzyMatches) : exact;
}

/**
 * SQL `(select row_id …) as found`. Each row occurs once, without a slow `distinct`. Only the first term
 * with the prefix counts: the column `shared` excludes later terms of the row with the same prefix. Without
 * a prefix match, the first term that contains the word counts.
 */
export function rowsWithWord(db: Db, kind: SearchKind, match: WordMatch): RawBuilder<unknown> {
  const { word, method } = match;
  const lookUpKind = lookUpKinds[kind] ?? kind;
  if (method === 'number') return sql`(${rowsWithNumber(db, lookUpKind, word)}) as found`;
  const entries = sql`select row_id from search_terms as entry where entry.kind = ${lookUpKind}`;
  const rowsWithPrefix = sql`${entries} and ${hasPrefix('entry.term', word)} and entry.shared < ${word.length}`;
  if (method === 'prefix' || (match.words?.length === 0 && match.typoWords.length === 0))
    return sql`(${rowsWithPrefix}) as found`;
  if (match.typoWords.length > 0 || match.words === null)
    return sql`(${rowsWithPrefix} union ${entries} and ${termIsOneOf(match, 'entry.term')}) as found`;
  const positionInFullText = (fragment: RawBuilder<unknown>) => positionInText(db, sql`texts.text`, fragment);
  const hasOtherEntry = sql`exists (select 1 from search_texts as texts where texts.kind = ${lookUpKind}
    and texts.row_id = entry.row_id and (${positionInFullText(sql`${` ${word}`}`)} > 0
      or ${positionInFullText(sql`${word}`)} < ${positionInFullText(sql`' ' || entry.term || ' '`)}))`;
  return sql`(${rowsWithPrefix} union all ${entries} and ${termIsOneOf(match, 'entry.term')}
    and (entry.repeats < ${word.length} or not ${hasOtherEntry})) as found`;
}

export function termCondition(match: WordMatch): RawBuilder<SqlBool> {
  const { word, method } = match;
  const prefixCondition = hasPrefix('term', method === 'number' ? endingMark + word : word);
  // SQLite would not use its index for an "or" that is always false.
  if (method !== 'letters' || (match.words?.length === 0 && match.typoWords.length === 0))
    return prefixCondition;
  return sql`(${prefixCondition} or ${termIsOneOf(match, 'term')})`;
}

function termIsOneOf({ word, words, typoWords }: WordMatch, term: string): RawBuilder<SqlBool> {
  const allWords = [...(words ?? []), ...typoWords];
  const listCondition =
    allWords.length > 0 ? sql<SqlBool>`${sql.ref(term)} in (${sql.join(allWords)})` : sql<SqlBool>`1 = 0`;
  return words ? listCondition : sql`(${sql.ref(term)} in ${containingWords(word)} or ${listCondition})`;
}

export function textHasWord(db: Db, { word, method, typoWords }: WordMatch): RawBuilder<SqlBool> {
  const fragment = method === 'prefix' ? ` ${word}` : word;
  const fragments = [fragment, ...typoWords.map((other) => ` ${other} `)];
  return sql`(${sql.join(
    fragments.map((text) => textContains(db, text)),
    sql` or `,
  )})`;
}

export const textContains = (db: Db, fragment: string): RawBuilder<SqlBool> =>
  sql`${positionInText(db, sql`texts.text`, sql`${fragment}`)} > 0`;

export const hasPrefix = (column: string, word: string): RawBuilder<SqlBool> =>
  sql`${sql.ref(column)} >= ${word} and ${sql.ref(column)} < ${`${word}\u{10FFFF}`}`;

/** SQLite finds a word of this length or more by several pieces, and then compares it with the texts. */
const minSplitLength = 8;

export function rowsWithNumber(db: Db, kind: SearchKind, word: string): RawBuilder<unknown> {
  if (databaseKind(db) === 'postgres') {
    const pieces = sql`array[${sql.join(trigrams(word).map((piece) => kindPiece(kind, piece)))}]::text[]`;
    const rows = sql`select row_id from search_numbers where pieces @> ${pieces}`;
    if (countLetters(word) === minInsideLetters) return rows;
    return sql`${rows} and text like ${`%${word.replaceAll('_', String.raw`\_`)}%`}`;
  }
  const { first, last } = rowRange(kind);
  const rowId = sql`rowid - ${sql.lit(first)}`;
  const isOfKind = sql`rowid between ${sql.lit(first)} and ${sql.lit(last)}`;
  const letters = [...word];
  if (letters.length < minSplitLength)
    return sql`select ${rowId} as row_id from search_numbers where search_numbers match ${`"${word}"`} and ${isOfKind}`;
  const starts = letters
    .map((_, index) => index)
    .filter((start) => start % 3 === 0 && start + 3 <= letters.length);
  const pieces = [...starts, letters.length - 3].map(
    (start) => `"${letters.slice(start, start + 3).join('')}"`,
  );
  return sql`select ${rowId} as row_id from search_numbers where search_numbers match ${pieces.join(' AND ')}
    and ${isOfKind} and exists (select 1 from search_texts as texts where texts.kind = ${kind}
      and texts.row_id = ${rowId} and ${positionInText(db, sql`texts.text`, sql`${word}`)} > 0)`;
}

export type MatchQuality = 'exact' | 'prefix' | 'inside';

export function rowsByMatchQuality(
  db: Db,
  kind: SearchKind,
  match: WordMatch,
  quality: MatchQuality,
): RawBuilder<unknown> {
  const { word } = match;
  // A code has no term of its own. The search by prefix finds it.
  if (quality === 'inside' || isCode(word)) return rowsWithWord(db, kind, match);
  const condition =
    quality === 'exact' ? sql`term = ${word}` : sql`${hasPrefix('term', word)} and shared < ${word.length}`;
  return sql`(select row_id from search_terms where kind = ${lookUpKinds[kind] ?? kind} and ${condition}) as found`;
}

/** Ids of records whose name begins with the query, at most `maxRows` for each spelling, by name. */
export function rowsByNameBeginning(
  { table, nameSort, query }: { table: string; nameSort: string; query: string },
  maxRows: number,
): RawBuilder<unknown> {
  const spellings = nameBeginnings(query)
    .flatMap(keyBeginnings)
    .map(
      (beginning) => sql`select row_id from (select id as row_id from ${sql.table(table)}
      where ${hasPrefix(nameSort, beginning)} order by ${sql.ref(nameSort)} limit ${maxRows}) as found`,
    );
  return sql.join(spellings, sql` union all `);
}

/** SQL for `matchRank` of the shared rule. `nameSort` has the sort key of the record's name. */
export function matchRank(
  db: Db,
  words: readonly WordMatch[],
  { nameSort, query }: { nameSort: string; query: string },
): RawBuilder<unknown> {
  const name = sql`replace(' ' || ${sql.ref(nameSort)} || ' ', ${abdJoin.text}, ${abdJoin.replacement})`;
  // In a sort key each number begins with one more sign, the count of its digits.
  const isNameLike = (pattern: string) =>
    sql<SqlBool>`${name} like ${pattern.replaceAll('_', '!_').replace(/\d+/g, '_$&')} escape '!'`;
  const orderedWords = rankWords(query).map((word) => ` ${word}`);
  const isInOrder = isNameLike(`%${orderedWords.join('%')}%`);
  const hasAll = (toFragment: (word: string) => string) =>
    sql.join(
      words.map(({ word }) => textContains(db, toFragment(word))),
      sql` and `,
    );
  const hasTerms = hasAll((word) => ` ${word} `);
  return sql`case when ${isNameLike(`${orderedWords.join('')}%`)} then 0
    when ${isInOrder} then case when ${hasTerms} then 1 else 2 end
    when ${hasTerms} then 3 when ${hasAll((word) => ` ${word}`)} then 4 else 5 end`;
}

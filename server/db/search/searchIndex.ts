import { sql } from 'kysely';
import {
  partAfterAbd,
  minTypoLetters,
  hasDigit,
  minInsideLetters,
  isCode,
  canHaveTypo,
  countLetters,
  removeArticle,
  searchTerms,
} from '../../../contract/rules/arabicText';
import { chunks } from '../engine/chunks';
import { kindOf, rowsInJson } from '../engine/dialect';
import type { SearchKind } from '../schema/log';
import type { Trx } from '../schema';

/*
 * What the search stores of the records (ADR 7):
 *
 * search_terms    the words and numbers of each record: finds beginnings
 * search_words    each word of the institute once, under each of its ends and with each letter left out: finds what is
 *                 inside of a word, and forgives a wrong letter. A word stays when its last record goes
 * search_numbers  the numbers and codes of each record, by pieces of three letters: finds what is inside of a number.
 *                 SQLite's full-text search, or PostgreSQL's index of an array; both give the same rows
 * search_texts    all terms of each record in one text: checks a row that was found another way
 */

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

/** The index entries of one record, for one kind of search. */
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
    if (countLetters(run) < minInsideLetters) return [];
    return (place === 0 ? atStart : beside) + run;
  });

/** Computes the index entries of a record from its searchable texts. Never fails. */
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
      if (partAfterAbd(one) === other || partAfterAbd(other) === one) continue; // `isInside` looks at one of them only
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
  const pieces = letters
    .slice(minInsideLetters - 1)
    .map((_, at) => letters.slice(at, at + minInsideLetters).join(''));
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
  return letters.slice(minInsideLetters - 1).map((_, at) => letters.slice(at).join(''));
}

/** A record with its index entries, for one kind of search. */
export interface KeptRecord {
  kind: SearchKind;
  row_id: number;
  indexed: IndexedRow;
}

/** Kinds of which the texts alone are kept: their rows are looked up in another kind, and then checked. */
export const foundThrough: Partial<Record<SearchKind, SearchKind>> = { students_brief: 'students' };

/** Rows of an index per statement. */
const chunkSize = 20_000;

const termColumns = {
  kind: 'text',
  term: 'text',
  row_id: 'bigint',
  shared: 'bigint',
  repeats: 'bigint',
} as const;
const keyColumns = { kind: 'text', term: 'text', row_id: 'bigint' } as const;
const textColumns = { kind: 'text', row_id: 'bigint', text: 'text' } as const;
const textKeyColumns = { kind: 'text', row_id: 'bigint' } as const;

/** Inserts the index entries of these records. */
export async function keepRecords(trx: Trx, records: readonly KeptRecord[]): Promise<void> {
  await addTerms(
    trx,
    records.flatMap((record) => termRows(record)),
  );
  await addTexts(trx, records);
}

/** Deletes the index entries of these records. */
export async function dropRecords(trx: Trx, records: readonly KeptRecord[]): Promise<void> {
  await removeTerms(
    trx,
    records.flatMap((record) => termRows(record)),
  );
  await removeTexts(trx, records);
}

/** Updates the index entries of records; unchanged entries are not written. */
export async function replaceRecords(
  trx: Trx,
  changes: readonly { before: KeptRecord; after: KeptRecord }[],
): Promise<void> {
  const changed = changes.filter(({ before, after }) => before.indexed.text !== after.indexed.text);
  await removeTerms(
    trx,
    changed.flatMap(({ before, after }) => termRows(before, after)),
  );
  await addTerms(
    trx,
    changed.flatMap(({ before, after }) => termRows(after, before)),
  );
  await removeTexts(
    trx,
    changed.map(({ before }) => before),
  );
  await addTexts(
    trx,
    changed.map(({ after }) => after),
  );
}

type TermRow = { kind: SearchKind; row_id: number; term: string; shared: number; repeats: number };

/** The rows of terms of a record, without those that another state of it has too. */
function termRows({ kind, row_id, indexed }: KeptRecord, without?: KeptRecord): TermRow[] {
  if (foundThrough[kind]) return [];
  const keyOf = ({ term, shared, repeats }: TermEntry) => `${term} ${shared} ${repeats}`;
  const there = new Set(without?.indexed.terms.map(keyOf));
  return indexed.terms.filter((term) => !there.has(keyOf(term))).map((term) => ({ kind, row_id, ...term }));
}

async function addTerms(trx: Trx, terms: readonly TermRow[]): Promise<void> {
  await learnWords(
    trx,
    terms.map(({ term }) => term),
  );
  for (const part of chunks(terms, chunkSize))
    await sql`insert into search_terms (${columnsOf(termColumns)}) ${rowsInJson(kindOf(trx), termColumns, part)}`.execute(
      trx,
    );
}

async function removeTerms(trx: Trx, terms: readonly TermRow[]): Promise<void> {
  const keys = terms.map(({ kind: of, term, row_id }) => ({ kind: of, term, row_id }));
  for (const part of chunks(keys, chunkSize))
    await sql`delete from search_terms where (kind, term, row_id) in (
      ${rowsInJson(kindOf(trx), keyColumns, part)})`.execute(trx);
}

async function addTexts(trx: Trx, records: readonly KeptRecord[]): Promise<void> {
  for (const part of chunks(records, chunkSize)) {
    const rows = part.map(({ kind: of, row_id, indexed: { text } }) => ({ kind: of, row_id, text }));
    await sql`insert into search_texts (${columnsOf(textColumns)}) ${rowsInJson(kindOf(trx), textColumns, rows)}`.execute(
      trx,
    );
    await addNumbers(
      trx,
      part.flatMap(({ kind: of, row_id, indexed: { numbers } }) =>
        numbers === null || foundThrough[of] ? [] : { kind: of, row_id, numbers },
      ),
    );
  }
}

async function removeTexts(trx: Trx, records: readonly KeptRecord[]): Promise<void> {
  for (const part of chunks(records, chunkSize)) {
    const rows = part.map(({ kind: of, row_id }) => ({ kind: of, row_id }));
    await sql`delete from search_texts where (kind, row_id) in (
      ${rowsInJson(kindOf(trx), textKeyColumns, rows)})`.execute(trx);
    await removeNumbers(
      trx,
      part.filter(({ kind: of, indexed }) => indexed.numbers !== null && !foundThrough[of]),
    );
  }
}

const columnsOf = (columns: object) => sql.join(Object.keys(columns).map((column) => sql.ref(column)));

/** Before a word with one letter left out. */
const without = '~';
/** Letters of an end that are kept; what is longer is compared here. */
export const keptLetters = 20;

const withoutEachLetter = (word: string): string[] => {
  const letters = [...word];
  return [word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))];
};

/** The keys under which a word is found in spite of a wrong letter. */
export const forgivingKeys = (word: string): string[] =>
  [...new Set(withoutEachLetter(word))].map((key) => without + key);

/** A word of the index and all pieces under which it is found. */
function piecesOfWord(word: string): { piece: string; word: string }[] {
  const bare = bareWord(word);
  const ends = endsOf(bare).map((end) => [...end].slice(0, keptLetters).join(''));
  const isWhole = bare === word && canHaveTypo(word, minTypoLetters - 1);
  const keys = isWhole
    ? [...forgivingKeys(word), ...forgivingKeys(removeArticle(word, minTypoLetters - 1))]
    : [];
  return [...new Set([...ends, ...keys])].map((piece) => ({ piece, word }));
}

const wordColumns = { piece: 'text', word: 'text' } as const;

/** Adds words that no record had before; terms that are no words are left out. */
export async function learnWords(trx: Trx, terms: Iterable<string>): Promise<void> {
  const kind = kindOf(trx);
  const words = new Set<string>();
  for (const term of terms)
    if (!hasDigit(term) && !isCode(term) && countLetters(bareWord(term)) >= minInsideLetters) words.add(term);
  for (const part of chunks([...words], chunkSize)) {
    const wanted = part.map((word) => ({ piece: firstPiece(word), word }));
    const { rows } = await sql<{ word: string }>`
      select word from (${rowsInJson(kind, wordColumns, wanted)}) as wanted where not exists (
        select 1 from search_words as known where known.piece = wanted.piece and known.word = wanted.word)`.execute(
      trx,
    );
    const fresh = rows.flatMap(({ word }) => piecesOfWord(word));
    for (const some of chunks(fresh, chunkSize))
      await sql`insert into search_words (piece, word) ${rowsInJson(kind, wordColumns, some)}`.execute(trx);
  }
}

const firstPiece = (word: string): string => [...bareWord(word)].slice(0, keptLetters).join('');

/** Each kind in SQLite's row numbers and in the pieces of PostgreSQL. They never change. */
export const kindNumbers: Record<SearchKind, number> = {
  programs: 0,
  batches: 1,
  subjects: 2,
  students: 3,
  students_brief: 4,
  users: 5,
  circles: 6,
};
export const kindCount = 16;

export interface NumberedRow {
  kind: SearchKind;
  row_id: number;
  numbers: string;
}

/** Adds the numbers of records, whose texts are stored already. */
export async function addNumbers(trx: Trx, rows: readonly NumberedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const isSqlite = kindOf(trx) === 'sqlite';
  if (isSqlite) {
    const json = JSON.stringify(rows.map((row) => [numberOf(row), row.numbers]));
    await sql`insert into search_numbers (rowid, text)
      select value ->> 0, value ->> 1 from json_each(${json})`.execute(trx);
    return;
  }
  const json = JSON.stringify(rows.map((row) => ({ ...row, pieces: numberPieces(row) })));
  await sql`insert into search_numbers (kind, row_id, text, pieces)
    select kind, row_id, numbers, pieces from json_to_recordset(${json}::json)
      as found (kind text, row_id bigint, numbers text, pieces text[])`.execute(trx);
}

/** Removes the numbers of records. */
export async function removeNumbers(trx: Trx, rows: readonly Omit<NumberedRow, 'numbers'>[]): Promise<void> {
  if (rows.length === 0) return;
  const isSqlite = kindOf(trx) === 'sqlite';
  const json = JSON.stringify(rows.map((row) => (isSqlite ? numberOf(row) : row)));
  await (
    isSqlite
      ? sql`delete from search_numbers where rowid in (select value from json_each(${json}))`
      : sql`delete from search_numbers where (kind, row_id) in (
          select kind, row_id from json_to_recordset(${json}::json) as found (kind text, row_id bigint))`
  ).execute(trx);
}

const numberOf = ({ kind, row_id }: Pick<NumberedRow, 'kind' | 'row_id'>): number =>
  row_id * kindCount + kindNumbers[kind];

/** A piece as PostgreSQL's index has it, which so reads the rows of one kind alone. */
export const ofKind = (kind: SearchKind, piece: string): string => `${kindNumbers[kind]}:${piece}`;

const numberPieces = ({ kind, numbers }: NumberedRow): string[] =>
  [...new Set(numbers.trim().split(' ').flatMap(piecesOf))].map((piece) => ofKind(kind, piece));

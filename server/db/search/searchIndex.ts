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
import { databaseKind, rowsInJson } from '../engine/dialect';
import type { SearchKind } from '../schema/log';
import type { Trx } from '../schema';

/*
 * Tables of the search index (ADR 7). A word stays in search_words after its last record was deleted.
 * search_terms    words and numbers of each record; finds prefixes
 * search_words    each word by suffix and with one letter omitted; finds parts of words and misspelt words
 * search_numbers  trigrams of the numbers and codes of each record; finds parts of numbers
 * search_texts    all terms of each record in one text; checks rows that another table found
 */

/** Mark before the letters at the start of a term with digits. */
export const startMark = '^';
/** Mark before letters that follow a digit in a term. */
export const afterDigitMark = '+';
/** Mark before each suffix of a term with digits (logs only). */
export const endingMark = '*';

export interface TermEntry {
  term: string;
  /** Length of the common prefix with the preceding term of the row. */
  shared: number;
  /** Length of the longest part (three letters or more) that another word of the row shares. */
  repeats: number;
}

export interface IndexedRow {
  terms: TermEntry[];
  /** All terms between spaces: first words, then terms with digits, then codes. */
  text: string;
  numbers: string | null;
}

export const bareWord = (word: string): string => word.replace(/^[+^]/, '');

const lettersBesideDigits = (term: string): string[] =>
  term.split(/\p{N}+/u).flatMap((run, index) => {
    if (countLetters(run) < minInsideLetters) return [];
    return (index === 0 ? startMark : afterDigitMark) + run;
  });

export function buildIndexedRow(texts: readonly string[]): IndexedRow {
  const allTerms = [...new Set(texts.flatMap(searchTerms))].toSorted();
  const codes = allTerms.filter(isCode);
  const numbers = allTerms.filter((term) => !isCode(term) && hasDigit(term));
  const words = allTerms.filter((term) => !isCode(term) && !hasDigit(term));
  const searchableWords = [...new Set(numbers.flatMap(lettersBesideDigits)), ...words];
  const repeatLengths = findRepeatLengths(searchableWords);
  const numbersAndCodes = [...numbers.filter((term) => !codes.some((code) => code.includes(term))), ...codes];
  return {
    terms: [...searchableWords, ...numbers].toSorted().map((term, index, sorted) => ({
      term,
      shared: commonPrefixLength(term, sorted[index - 1] ?? ''),
      repeats: repeatLengths.get(term) ?? 0,
    })),
    text: joinWithSpaces([...searchableWords, ...numbers, ...codes]),
    numbers: numbersAndCodes.length > 0 ? joinWithSpaces(numbersAndCodes) : null,
  };
}

const joinWithSpaces = (terms: readonly string[]): string => ` ${terms.join(' ')} `;

function findRepeatLengths(words: readonly string[]): Map<string, number> {
  const lengths = new Map<string, number>();
  const pieces = words.map((word) => trigrams(bareWord(word)));
  for (const [index, one] of words.entries())
    for (const [earlierIndex, other] of words.slice(0, index).entries()) {
      if (!pieces[index]?.some((piece) => pieces[earlierIndex]?.includes(piece))) continue;
      if (partAfterAbd(one) === other || partAfterAbd(other) === one) continue; // `isInsideWord` skips one of them
      const length = longestCommonPart(bareWord(one), bareWord(other));
      for (const word of [one, other]) lengths.set(word, Math.max(length, lengths.get(word) ?? 0));
    }
  return lengths;
}

function longestCommonPart(one: string, other: string): number {
  let longest = 0;
  for (let start = 0; start + longest < one.length; start += 1)
    while (start + longest < one.length && other.includes(one.slice(start, start + longest + 1)))
      longest += 1;
  return longest;
}

export function trigrams(text: string): string[] {
  const letters = [...text];
  const pieces = letters
    .slice(minInsideLetters - 1)
    .map((_, index) => letters.slice(index, index + minInsideLetters).join(''));
  return [...new Set(pieces)];
}

function commonPrefixLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** A log stores one term per row: terms, marked suffixes of terms with digits, and letters beside digits. */
export function splitLogTerms(texts: readonly string[]): string[] {
  const terms = texts.flatMap(searchTerms);
  const numbers = terms.filter((term) => isCode(term) || hasDigit(term));
  const endings = numbers.flatMap((term) => suffixes(term).map((end) => endingMark + end));
  const runs = numbers.filter((term) => !isCode(term)).flatMap(lettersBesideDigits);
  return [...new Set([...terms, ...endings, ...runs])];
}

export function suffixes(word: string): string[] {
  const letters = [...word];
  return letters.slice(minInsideLetters - 1).map((_, index) => letters.slice(index).join(''));
}

export interface IndexedRecord {
  kind: SearchKind;
  row_id: number;
  indexed: IndexedRow;
}

/** These kinds have no terms. The search finds rows of the other kind and then checks their texts. */
export const lookUpKinds: Partial<Record<SearchKind, SearchKind>> = { students_brief: 'students' };

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

export async function addRecords(trx: Trx, records: readonly IndexedRecord[]): Promise<void> {
  await addTerms(
    trx,
    records.flatMap((record) => buildTermRows(record)),
  );
  await addTexts(trx, records);
}

export async function removeRecords(trx: Trx, records: readonly IndexedRecord[]): Promise<void> {
  await removeTerms(
    trx,
    records.flatMap((record) => buildTermRows(record)),
  );
  await removeTexts(trx, records);
}

export async function replaceRecords(
  trx: Trx,
  changes: readonly { before: IndexedRecord; after: IndexedRecord }[],
): Promise<void> {
  const changed = changes.filter(({ before, after }) => before.indexed.text !== after.indexed.text);
  await removeTerms(
    trx,
    changed.flatMap(({ before, after }) => buildTermRows(before, after)),
  );
  await addTerms(
    trx,
    changed.flatMap(({ before, after }) => buildTermRows(after, before)),
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

function buildTermRows({ kind, row_id, indexed }: IndexedRecord, otherState?: IndexedRecord): TermRow[] {
  if (lookUpKinds[kind]) return [];
  const keyOf = ({ term, shared, repeats }: TermEntry) => `${term} ${shared} ${repeats}`;
  const otherKeys = new Set(otherState?.indexed.terms.map(keyOf));
  return indexed.terms
    .filter((term) => !otherKeys.has(keyOf(term)))
    .map((term) => ({ kind, row_id, ...term }));
}

async function addTerms(trx: Trx, terms: readonly TermRow[]): Promise<void> {
  await indexWords(
    trx,
    terms.map(({ term }) => term),
  );
  for (const chunk of chunks(terms, chunkSize))
    await sql`insert into search_terms (${columnList(termColumns)}) ${rowsInJson(databaseKind(trx), termColumns, chunk)}`.execute(
      trx,
    );
}

async function removeTerms(trx: Trx, terms: readonly TermRow[]): Promise<void> {
  const keys = terms.map(({ kind: recordKind, term, row_id }) => ({ kind: recordKind, term, row_id }));
  for (const chunk of chunks(keys, chunkSize))
    await sql`delete from search_terms where (kind, term, row_id) in (
      ${rowsInJson(databaseKind(trx), keyColumns, chunk)})`.execute(trx);
}

async function addTexts(trx: Trx, records: readonly IndexedRecord[]): Promise<void> {
  for (const chunk of chunks(records, chunkSize)) {
    const rows = chunk.map(({ kind: recordKind, row_id, indexed: { text } }) => ({
      kind: recordKind,
      row_id,
      text,
    }));
    await sql`insert into search_texts (${columnList(textColumns)}) ${rowsInJson(databaseKind(trx), textColumns, rows)}`.execute(
      trx,
    );
    await addNumbers(
      trx,
      chunk.flatMap(({ kind: recordKind, row_id, indexed: { numbers } }) =>
        numbers === null || lookUpKinds[recordKind] ? [] : { kind: recordKind, row_id, numbers },
      ),
    );
  }
}

async function removeTexts(trx: Trx, records: readonly IndexedRecord[]): Promise<void> {
  for (const chunk of chunks(records, chunkSize)) {
    const rows = chunk.map(({ kind: recordKind, row_id }) => ({ kind: recordKind, row_id }));
    await sql`delete from search_texts where (kind, row_id) in (
      ${rowsInJson(databaseKind(trx), textKeyColumns, rows)})`.execute(trx);
    await removeNumbers(
      trx,
      chunk.filter(({ kind: recordKind, indexed }) => indexed.numbers !== null && !lookUpKinds[recordKind]),
    );
  }
}

const columnList = (columns: object) => sql.join(Object.keys(columns).map((column) => sql.ref(column)));

/** Prefix of a word with one letter omitted. */
const omissionMark = '~';
/** Longer suffixes are cut. The search compares the rest of the word itself. */
export const maxPieceLetters = 20;

const omitEachLetter = (word: string): string[] => {
  const letters = [...word];
  return [word, ...letters.map((_, index) => letters.toSpliced(index, 1).join(''))];
};

export const typoKeys = (word: string): string[] =>
  [...new Set(omitEachLetter(word))].map((key) => omissionMark + key);

function buildWordPieces(word: string): { piece: string; word: string }[] {
  const bare = bareWord(word);
  const pieces = suffixes(bare).map((end) => [...end].slice(0, maxPieceLetters).join(''));
  const hasForgivingKeys = bare === word && canHaveTypo(word, minTypoLetters - 1);
  const keys = hasForgivingKeys
    ? [...typoKeys(word), ...typoKeys(removeArticle(word, minTypoLetters - 1))]
    : [];
  return [...new Set([...pieces, ...keys])].map((piece) => ({ piece, word }));
}

const wordColumns = { piece: 'text', word: 'text' } as const;

export async function indexWords(trx: Trx, terms: Iterable<string>): Promise<void> {
  const kind = databaseKind(trx);
  const words = new Set<string>();
  for (const term of terms)
    if (!hasDigit(term) && !isCode(term) && countLetters(bareWord(term)) >= minInsideLetters) words.add(term);
  for (const chunk of chunks([...words], chunkSize)) {
    const candidates = chunk.map((word) => ({ piece: firstPiece(word), word }));
    const { rows } = await sql<{ word: string }>`
      select word from (${rowsInJson(kind, wordColumns, candidates)}) as candidate where not exists (
        select 1 from search_words as existing where existing.piece = candidate.piece and existing.word = candidate.word)`.execute(
      trx,
    );
    const newPieces = rows.flatMap(({ word }) => buildWordPieces(word));
    for (const pieceChunk of chunks(newPieces, chunkSize))
      await sql`insert into search_words (piece, word) ${rowsInJson(kind, wordColumns, pieceChunk)}`.execute(
        trx,
      );
  }
}

const firstPiece = (word: string): string => [...bareWord(word)].slice(0, maxPieceLetters).join('');

/** SQLite's row ids and PostgreSQL's pieces contain these numbers, so they never change. */
export const kindNumbers: Record<SearchKind, number> = {
  programs: 0,
  batches: 1,
  subjects: 2,
  students: 3,
  students_brief: 4,
  users: 5,
  circles: 6,
  guardians: 7,
  announcements: 8,
};
/** SQLite gives each kind its own range of row ids, so that a search reads only rows of that kind. */
const kindSize = 2 ** 40;
export const rowRange = (kind: SearchKind): { first: number; last: number } => ({
  first: kindNumbers[kind] * kindSize,
  last: (kindNumbers[kind] + 1) * kindSize - 1,
});

export interface NumberedRow {
  kind: SearchKind;
  row_id: number;
  numbers: string;
}

export async function addNumbers(trx: Trx, rows: readonly NumberedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const isSqlite = databaseKind(trx) === 'sqlite';
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

export async function removeNumbers(trx: Trx, rows: readonly Omit<NumberedRow, 'numbers'>[]): Promise<void> {
  if (rows.length === 0) return;
  const isSqlite = databaseKind(trx) === 'sqlite';
  const json = JSON.stringify(rows.map((row) => (isSqlite ? numberOf(row) : row)));
  await (
    isSqlite
      ? sql`delete from search_numbers where rowid in (select value from json_each(${json}))`
      : sql`delete from search_numbers where (kind, row_id) in (
          select kind, row_id from json_to_recordset(${json}::json) as found (kind text, row_id bigint))`
  ).execute(trx);
}

const numberOf = ({ kind, row_id }: Pick<NumberedRow, 'kind' | 'row_id'>): number =>
  rowRange(kind).first + row_id;

/** The piece contains the kind, so that PostgreSQL reads only rows of that kind. */
export const kindPiece = (kind: SearchKind, piece: string): string => `${kindNumbers[kind]}:${piece}`;

const numberPieces = ({ kind, numbers }: NumberedRow): string[] =>
  [...new Set(numbers.trim().split(' ').flatMap(trigrams))].map((piece) => kindPiece(kind, piece));

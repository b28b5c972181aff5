import { type RawBuilder, sql } from 'kysely';
import { insideFrom, lettersIn } from '../../../contract/rules/arabicText';
import { kindOf, placeOf } from '../engine/dialect';
import type { SearchKind } from '../schema/log';
import type { Db, Trx } from '../schema';
import { piecesOf } from './entries';

/*
 * Numbers are almost as many as records, and may be searched by any part of them: an entry for each end of each number
 * would make an import several times as long. Both databases have an index of all pieces of three letters of a text that
 * takes one row for a record: SQLite's full-text search cut into such pieces, PostgreSQL's index of an array. Both give
 * the rows whose text has a piece of text, whatever its letters mean, and so the same rows.
 */

/** Each kind in SQLite's row numbers and in the pieces of PostgreSQL. They never change. */
const places: Record<SearchKind, number> = {
  programs: 0,
  batches: 1,
  subjects: 2,
  students: 3,
  students_brief: 4,
  users: 5,
  circles: 6,
};
const kinds = 16;

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

/** A longer word is looked up by some of its pieces, which together cover it, and compared with the texts. */
const longFrom = 8;

/** The rows of a kind, each once, that have a number or a code, as `select row_id …`. */
export function rowsWithNumber(db: Db, kind: SearchKind, word: string): RawBuilder<unknown> {
  if (kindOf(db) === 'postgres') {
    const pieces = sql`array[${sql.join(piecesOf(word).map((piece) => ofKind(kind, piece)))}]::text[]`;
    const rows = sql`select row_id from search_numbers where pieces @> ${pieces}`;
    if (lettersIn(word) === insideFrom) return rows; // the piece itself
    return sql`${rows} and text like ${`%${word.replaceAll('_', String.raw`\_`)}%`}`;
  }
  const rowId = sql`rowid / ${sql.lit(kinds)}`;
  const isOfKind = sql`rowid % ${sql.lit(kinds)} = ${sql.lit(places[kind])}`;
  const letters = [...word];
  if (letters.length < longFrom)
    return sql`select ${rowId} as row_id from search_numbers where search_numbers match ${`"${word}"`} and ${isOfKind}`;
  const starts = letters.map((_, at) => at).filter((at) => at % 3 === 0 && at + 3 <= letters.length);
  const pieces = [...starts, letters.length - 3].map((at) => `"${letters.slice(at, at + 3).join('')}"`);
  return sql`select ${rowId} as row_id from search_numbers where search_numbers match ${pieces.join(' AND ')}
    and ${isOfKind} and exists (select 1 from search_texts as whole where whole.kind = ${kind}
      and whole.row_id = ${rowId} and ${placeOf(db, sql`whole.text`, sql`${word}`)} > 0)`;
}

const numberOf = ({ kind, row_id }: Pick<NumberedRow, 'kind' | 'row_id'>): number =>
  row_id * kinds + places[kind];

/** A piece as PostgreSQL's index has it, which so reads the rows of one kind alone. */
const ofKind = (kind: SearchKind, piece: string): string => `${places[kind]}:${piece}`;

const numberPieces = ({ kind, numbers }: NumberedRow): string[] =>
  [...new Set(numbers.trim().split(' ').flatMap(piecesOf))].map((piece) => ofKind(kind, piece));

import { sql } from 'kysely';
import { chunks } from '../engine/chunks';
import { kindOf, rowsInJson } from '../engine/dialect';
import type { SearchKind } from '../schema/log';
import type { Trx } from '../schema';
import type { IndexedRow, TermEntry } from './entries';
import { addNumbers, removeNumbers } from './numbers';
import { learnWords } from './words';

/** What is kept of one record for a kind of search. */
export interface KeptRecord {
  kind: SearchKind;
  row_id: number;
  indexed: IndexedRow;
}

/** Kinds of which the texts alone are kept: their rows are looked up in another kind, and then checked. */
export const foundThrough: Partial<Record<SearchKind, SearchKind>> = { students_brief: 'students' };

/** Rows per statement. */
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

/** Adds what is kept of these records. */
export async function keepRecords(trx: Trx, records: readonly KeptRecord[]): Promise<void> {
  await addTerms(
    trx,
    records.flatMap((record) => termRows(record)),
  );
  await addTexts(trx, records);
}

/** Removes what is kept of these records. */
export async function dropRecords(trx: Trx, records: readonly KeptRecord[]): Promise<void> {
  await removeTerms(
    trx,
    records.flatMap((record) => termRows(record)),
  );
  await removeTexts(trx, records);
}

/** Replaces what is kept of records; what stays the same is not written. */
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

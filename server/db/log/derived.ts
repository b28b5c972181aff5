import { sql } from 'kysely';
import { fieldsFor, searchedFields } from '../../../contract/fieldTable';
import { batchFields, programFields, subjectFields } from '../../../contract/courseFields';
import { studentFields, userFields } from '../../../contract/recordFields';
import { searchTerms, sortKey } from '../../../contract/rules/arabicText';
import type { RecordedTable } from '../schema/recorded';
import type { SearchKind } from '../schema/log';
import type { Values, Trx } from '../schema';
import { chunks } from '../engine/chunks';
import { type DatabaseKind, rowsInJson } from '../engine/dialect';
import type { Replacement } from './storedRows';

interface Derivation {
  /** Folded column ← the column that it is computed from. */
  sortColumns: Record<string, string>;
  search?: readonly { kind: SearchKind; columns: readonly string[] }[];
}

/** What the unit of work adds to a row: folded sort columns and search terms. */
const derivations: Partial<Record<RecordedTable, Derivation>> = {
  programs: {
    sortColumns: { program_name_sort: 'program_name' },
    search: [{ kind: 'programs', columns: [...searchedFields(programFields), 'id'] }],
  },
  batches: {
    sortColumns: { batch_name_sort: 'batch_name' },
    search: [{ kind: 'batches', columns: searchedFields(batchFields) }],
  },
  subjects: {
    sortColumns: { name_sort: 'name' },
    search: [{ kind: 'subjects', columns: searchedFields(subjectFields) }],
  },
  students: {
    sortColumns: { full_name_sort: 'full_name' },
    search: [
      { kind: 'students', columns: ['full_name', ...searchedFields(studentFields)] },
      {
        kind: 'students_brief',
        columns: ['full_name', ...searchedFields(fieldsFor(studentFields, 'staff'))],
      },
    ],
  },
  circles: {
    sortColumns: { name_sort: 'name' },
    search: [{ kind: 'circles', columns: ['name'] }],
  },
  users: {
    sortColumns: { name_sort: 'name', username_key: 'username' },
    search: [{ kind: 'users', columns: searchedFields(userFields) }],
  },
};

/** The folded columns of a row. */
export function sortColumns(table: RecordedTable, row: Values): Values {
  const columns = Object.entries(derivations[table]?.sortColumns ?? {});
  return Object.fromEntries(columns.map(([folded, source]) => [folded, sortKey(String(row[source] ?? ''))]));
}

/** The kinds of search that include a table. */
const searchKinds = (table: RecordedTable): SearchKind[] =>
  (derivations[table]?.search ?? []).map(({ kind }) => kind);

/** The columns whose words find a row. */
const searchColumns = (table: RecordedTable): string[] =>
  (derivations[table]?.search ?? []).flatMap(({ columns }) => columns);

interface SearchEntry {
  kind: SearchKind;
  term: string;
  /** The number of letters that the term shares with the term before it, of the same row and kind. */
  shared: number;
}

/** The search terms of a row: distinct and sorted, for each kind of search. */
function searchEntries(table: RecordedTable, row: Values): SearchEntry[] {
  return (derivations[table]?.search ?? []).flatMap(({ kind, columns }) => {
    const terms = columns.flatMap((column) => (row[column] == null ? [] : searchTerms(String(row[column]))));
    const sorted = [...new Set(terms)].toSorted();
    return sorted.map((term, place) => ({ kind, term, shared: sharedLength(term, sorted[place - 1] ?? '') }));
  });
}

/** The length of the common beginning of two terms. */
function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

interface Writer {
  trx: Trx;
  kind: DatabaseKind;
}

/** Terms or rows per statement. */
const chunkSize = 20_000;
const columns = { kind: 'text', term: 'text', row_id: 'bigint', shared: 'bigint' } as const;
const learnt = sql.join(Object.keys(columns).map((column) => sql.ref(column)));

/** Adds the search terms of new rows. */
export async function learnRows(
  { trx, kind }: Writer,
  table: RecordedTable,
  rows: readonly Values[],
): Promise<void> {
  const terms = rows.flatMap((row) =>
    searchEntries(table, row).map((entry) => ({ ...entry, row_id: Number(row['id']) })),
  );
  for (const part of chunks(terms, chunkSize))
    await sql`insert into search_terms (${learnt}) ${rowsInJson(kind, columns, part)}`.execute(trx);
}

/** Deletes the search terms of removed rows. */
export async function forgetRows(
  { trx }: Writer,
  table: RecordedTable,
  ids: readonly number[],
): Promise<void> {
  for (const kind of searchKinds(table)) {
    for (const part of chunks(ids, chunkSize)) {
      await trx.deleteFrom('search_terms').where('kind', '=', kind).where('row_id', 'in', part).execute();
    }
  }
}

/** Replaces the search terms of changed rows. */
export async function relearnRows(
  writer: Writer,
  table: RecordedTable,
  rows: readonly Replacement[],
): Promise<void> {
  const searched = searchColumns(table);
  const differing = rows.filter(({ before, after }) =>
    searched.some((column) => before[column] !== after[column]),
  );
  if (differing.length === 0) return;
  const after = differing.map((row) => row.after);
  await forgetRows(
    writer,
    table,
    after.map((row) => Number(row['id'])),
  );
  await learnRows(writer, table, after);
}

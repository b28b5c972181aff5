import { fieldsFor, searchableFields } from '../../../contract/fieldTable';
import { batchFields, programFields, subjectFields } from '../../../contract/courseFields';
import { studentFields, userFields } from '../../../contract/recordFields';
import { sortKey } from '../../../contract/rules/arabicText';
import type { RecordedTable } from '../schema/recorded';
import type { SearchKind } from '../schema/log';
import type { Values, Trx } from '../schema';
import { dropRecords, indexedRow, keepRecords, type KeptRecord, replaceRecords } from '../search/searchIndex';
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
    search: [{ kind: 'programs', columns: [...searchableFields(programFields), 'id'] }],
  },
  batches: {
    sortColumns: { batch_name_sort: 'batch_name' },
    search: [{ kind: 'batches', columns: searchableFields(batchFields) }],
  },
  subjects: {
    sortColumns: { name_sort: 'name' },
    search: [{ kind: 'subjects', columns: searchableFields(subjectFields) }],
  },
  students: {
    sortColumns: { full_name_sort: 'full_name' },
    search: [
      { kind: 'students', columns: ['full_name', ...searchableFields(studentFields)] },
      {
        kind: 'students_brief',
        columns: ['full_name', ...searchableFields(fieldsFor(studentFields, 'staff'))],
      },
    ],
  },
  circles: {
    sortColumns: { name_sort: 'name' },
    search: [{ kind: 'circles', columns: ['name'] }],
  },
  users: {
    sortColumns: { name_sort: 'name', username_key: 'username' },
    search: [{ kind: 'users', columns: searchableFields(userFields) }],
  },
};

/** The folded columns of a row. */
export function sortColumns(table: RecordedTable, row: Values): Values {
  const columns = Object.entries(derivations[table]?.sortColumns ?? {});
  return Object.fromEntries(columns.map(([folded, source]) => [folded, sortKey(String(row[source] ?? ''))]));
}

/** The columns whose words find a row. */
const searchColumns = (table: RecordedTable): string[] =>
  (derivations[table]?.search ?? []).flatMap(({ columns }) => columns);

/** The tables whose rows can be searched. */
export const searchedTables = (Object.keys(derivations) as RecordedTable[]).filter(
  (table) => derivations[table]?.search,
);

/** What the search keeps of a row, for each kind of search. */
export const keptOf = (table: RecordedTable, row: Values): KeptRecord[] =>
  (derivations[table]?.search ?? []).map(({ kind, columns }) => ({
    kind,
    row_id: Number(row['id']),
    indexed: indexedRow(columns.flatMap((column) => (row[column] == null ? [] : String(row[column])))),
  }));

/** Adds new rows to the search. */
export const learnRows = (trx: Trx, table: RecordedTable, rows: readonly Values[]): Promise<void> =>
  keepRecords(
    trx,
    rows.flatMap((row) => keptOf(table, row)),
  );

/** Takes removed rows out of the search. */
export const forgetRows = (trx: Trx, table: RecordedTable, rows: readonly Values[]): Promise<void> =>
  dropRecords(
    trx,
    rows.flatMap((row) => keptOf(table, row)),
  );

/** Brings the search in line with changed rows. */
export async function relearnRows(
  trx: Trx,
  table: RecordedTable,
  rows: readonly Replacement[],
): Promise<void> {
  const searched = searchColumns(table);
  const differing = rows.filter(({ before, after }) =>
    searched.some((column) => before[column] !== after[column]),
  );
  const changes = differing.flatMap(({ before, after }) => {
    const earlier = keptOf(table, before);
    return keptOf(table, after).flatMap((kept, place) => {
      const was = earlier[place];
      return was ? [{ before: was, after: kept }] : [];
    });
  });
  await replaceRecords(trx, changes);
}

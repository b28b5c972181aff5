import { fieldsFor, searchableFields } from '../../../contract/fieldTable';
import { batchFields, programFields, subjectFields } from '../../../contract/courseFields';
import { studentFields, userFields } from '../../../contract/recordFields';
import { sortKey, usernameKey } from '../../../contract/rules/arabicText';
import type { RecordedTable } from '../schema/recorded';
import type { SearchKind } from '../schema/log';
import type { Values, Trx } from '../schema';
import {
  removeRecords,
  buildIndexedRow,
  addRecords,
  type IndexedRecord,
  replaceRecords,
} from '../search/searchIndex';
import type { Replacement } from './storedRows';

interface Derivation {
  /** Source column of each folded column. */
  sortColumns: Record<string, string>;
  keyColumns?: Record<string, string>;
  search?: readonly { kind: SearchKind; columns: readonly string[] }[];
}

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
      { kind: 'students', columns: ['full_name', ...searchableFields(studentFields), 'former_numbers'] },
      {
        kind: 'students_brief',
        columns: ['full_name', ...searchableFields(fieldsFor(studentFields, 'staff')), 'former_numbers'],
      },
    ],
  },
  circles: {
    sortColumns: { name_sort: 'name' },
    search: [{ kind: 'circles', columns: ['name'] }],
  },
  users: {
    sortColumns: { name_sort: 'name' },
    keyColumns: { username_key: 'username' },
    search: [{ kind: 'users', columns: searchableFields(userFields) }],
  },
};

export function sortColumns(table: RecordedTable, row: Values): Values {
  const { sortColumns: columns = {}, keyColumns = {} } = derivations[table] ?? {};
  const fold = (sources: Record<string, string>, toKey: (text: string) => string) =>
    Object.entries(sources).map(([column, source]) => [column, toKey(String(row[source] ?? ''))]);
  return Object.fromEntries([...fold(columns, sortKey), ...fold(keyColumns, usernameKey)]);
}

const searchColumns = (table: RecordedTable): string[] =>
  (derivations[table]?.search ?? []).flatMap(({ columns }) => columns);

export const searchedTables = (Object.keys(derivations) as RecordedTable[]).filter(
  (table) => derivations[table]?.search,
);

export const buildIndexedRecords = (table: RecordedTable, row: Values): IndexedRecord[] =>
  (derivations[table]?.search ?? []).map(({ kind, columns }) => ({
    kind,
    row_id: Number(row['id']),
    indexed: buildIndexedRow(columns.flatMap((column) => (row[column] == null ? [] : String(row[column])))),
  }));

export const indexRows = (trx: Trx, table: RecordedTable, rows: readonly Values[]): Promise<void> =>
  addRecords(
    trx,
    rows.flatMap((row) => buildIndexedRecords(table, row)),
  );

export const unindexRows = (trx: Trx, table: RecordedTable, rows: readonly Values[]): Promise<void> =>
  removeRecords(
    trx,
    rows.flatMap((row) => buildIndexedRecords(table, row)),
  );

export async function reindexRows(
  trx: Trx,
  table: RecordedTable,
  rows: readonly Replacement[],
): Promise<void> {
  const columns = searchColumns(table);
  const changedRows = rows.filter(({ before, after }) =>
    columns.some((column) => before[column] !== after[column]),
  );
  const changes = changedRows.flatMap(({ before, after }) => {
    const oldRecords = buildIndexedRecords(table, before);
    return buildIndexedRecords(table, after).flatMap((newRecord, index) => {
      const oldRecord = oldRecords[index];
      return oldRecord ? [{ before: oldRecord, after: newRecord }] : [];
    });
  });
  await replaceRecords(trx, changes);
}

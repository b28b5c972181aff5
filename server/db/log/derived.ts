import { fieldsFor, searchableFields } from '../../../contract/fieldTable';
import { batchFields, programFields, subjectFields } from '../../../contract/courseFields';
import { studentFields, userFields } from '../../../contract/recordFields';
import { sortKey, usernameKey } from '../../../contract/rules/arabicText';
import { defaultCountry } from '../../../contract/vocabulary';
import type { DatabaseKind } from '../engine/dialect';
import type { RecordedTable } from '../schema/recorded';
import type { SearchKind } from '../schema/log';
import { anyTable, type Db, type Values, type Trx } from '../schema';
import { phoneKey, phoneTerms } from '../search/phones';
import {
  removeRecords,
  buildIndexedRow,
  addRecords,
  type IndexedRecord,
  replaceRecords,
} from '../search/searchIndex';
import { type Replacement, replaceRows } from './storedRows';

interface Derivation {
  /** Source column of each folded column. */
  sortColumns: Record<string, string>;
  keyColumns?: Record<string, string>;
  /** Source column of each key of a phone number. The keys are searched too. */
  phoneColumns?: Record<string, string>;
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
    phoneColumns: { phone_key: 'phone', additional_phone_key: 'additional_phone' },
    search: [
      {
        kind: 'students',
        columns: [
          'full_name',
          ...searchableFields(studentFields),
          'phone_key',
          'additional_phone_key',
          'former_numbers',
        ],
      },
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
  guardians: {
    sortColumns: { name_sort: 'name' },
    phoneColumns: { phone_key: 'phone', second_phone_key: 'second_phone' },
    search: [
      { kind: 'guardians', columns: ['name', 'phone', 'phone_key', 'second_phone', 'second_phone_key'] },
    ],
  },
  announcements: {
    sortColumns: {},
    search: [{ kind: 'announcements', columns: ['title', 'text'] }],
  },
  users: {
    sortColumns: { name_sort: 'name' },
    keyColumns: { username_key: 'username' },
    phoneColumns: { phone_key: 'phone' },
    search: [{ kind: 'users', columns: [...searchableFields(userFields), 'phone_key'] }],
  },
};

export const phoneTables = ['students', 'guardians', 'users'] as const;
const phoneKeyColumns: readonly string[] = ['phone_key', 'additional_phone_key', 'second_phone_key'];

/** Columns whose values a migration or another country can change. Each write derives them again. */
export const derivedColumnNames: ReadonlySet<string> = new Set([
  ...Object.values(derivations).flatMap((derivation) => Object.keys(derivation.sortColumns)),
  ...phoneKeyColumns,
]);

/** @param country see `phoneKey` */
export function derivedColumns(table: RecordedTable, row: Values, country: string): Values {
  const { sortColumns: columns = {}, keyColumns = {} } = derivations[table] ?? {};
  const derive = (sources: Record<string, string>, toKey: (text: string) => string) =>
    Object.entries(sources).map(([column, source]) => [column, toKey(String(row[source] ?? ''))]);
  return {
    ...Object.fromEntries([...derive(columns, sortKey), ...derive(keyColumns, usernameKey)]),
    ...phoneKeys(table, row, country),
  };
}

function phoneKeys(table: RecordedTable, row: Values, country: string): Values {
  const sources = Object.entries(derivations[table]?.phoneColumns ?? {});
  return Object.fromEntries(
    sources.map(([column, source]) => [column, phoneKey(String(row[source] ?? ''), country)]),
  );
}

export async function loadCountry(db: Db): Promise<string> {
  const settings = await db.selectFrom('settings').select('country').executeTakeFirst();
  return settings?.country ?? defaultCountry;
}

const phoneChunkSize = 1_000;

/** Derives the keys of all phone numbers again. @param afterChunk gets the changed rows of each chunk */
export async function updatePhoneKeys(
  writer: { trx: Trx; kind: DatabaseKind },
  country: string,
  afterChunk: (table: RecordedTable, changes: readonly Replacement[]) => Promise<void>,
  tables: readonly RecordedTable[] = phoneTables,
): Promise<void> {
  for (const table of tables)
    for (let lastId = 0, isEnd = false; !isEnd;) {
      const rows = await anyTable(writer.trx)
        .selectFrom(table)
        .selectAll()
        .where('id', '>', lastId)
        .orderBy('id')
        .limit(phoneChunkSize)
        .execute();
      const changes = rows.flatMap((before) => {
        const keys = Object.entries(phoneKeys(table, before, country));
        const isSame = keys.every(([column, key]) => before[column] === key);
        return isSame ? [] : { before, after: { ...before, ...Object.fromEntries(keys) } };
      });
      await replaceRows(writer, table, changes);
      await afterChunk(table, changes);
      lastId = Number(rows.at(-1)?.['id'] ?? lastId);
      isEnd = rows.length < phoneChunkSize;
    }
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
    indexed: buildIndexedRow(columns.flatMap((column) => searchedTexts(column, row[column]))),
  }));

function searchedTexts(column: string, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  return phoneKeyColumns.includes(column) ? phoneTerms(String(value)) : [String(value)];
}

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

import { searchTerms, sortKey } from '../../contract/rules/arabicText';
import type { RecordedTable, SearchKind } from './schema';

type Values = Record<string, unknown>;

interface Derivation {
  /** Folded column ← the column that it is made from. */
  sortColumns: Record<string, string>;
  search?: { kind: SearchKind; columns: readonly string[] };
}

/** What the unit of work keeps beside what a part writes: folded sort columns and search terms. */
const derivations: Partial<Record<RecordedTable, Derivation>> = {
  programs: {
    sortColumns: { program_name_sort: 'program_name' },
    search: { kind: 'programs', columns: ['program_id', 'program_name', 'id'] },
  },
  batches: {
    sortColumns: { batch_name_sort: 'batch_name' },
    search: { kind: 'batches', columns: ['batch_name', 'academic_year'] },
  },
  subjects: {
    sortColumns: { name_sort: 'name' },
    search: { kind: 'subjects', columns: ['name', 'subject_code'] },
  },
  students: {
    sortColumns: { full_name_sort: 'full_name' },
    search: { kind: 'students', columns: ['full_name', 'student_id', 'national_id', 'phone', 'email'] },
  },
  users: {
    sortColumns: { name_sort: 'name', username_key: 'username' },
    search: { kind: 'users', columns: ['name', 'username', 'email'] },
  },
};

/** The folded columns of a row. */
export function sortColumns(table: RecordedTable, row: Values): Values {
  const columns = Object.entries(derivations[table]?.sortColumns ?? {});
  return Object.fromEntries(columns.map(([folded, source]) => [folded, sortKey(String(row[source] ?? ''))]));
}

export const searchKind = (table: RecordedTable): SearchKind | null =>
  derivations[table]?.search?.kind ?? null;

/** The distinct search terms of a row, sorted. */
export function termsOf(table: RecordedTable, row: Values): string[] {
  const columns = derivations[table]?.search?.columns ?? [];
  const terms = columns.flatMap((column) => (row[column] == null ? [] : searchTerms(String(row[column]))));
  return [...new Set(terms)].toSorted();
}

/** How many letters two terms have in common at their beginning. */
export function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

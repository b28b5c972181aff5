import { useMemo } from 'react';
import type { GradeRow } from '../../../contract/grades';
import { matchesSearch } from '../../../contract/rules/arabicText';
import type { SheetRow } from './sheetRow';

/** One search: each name is compared once, and not again with every key in a cell. */
class NameSearch {
  readonly #known = new WeakMap<GradeRow, boolean>();

  constructor(private readonly q: string) {}

  finds({ stored, studentName, studentId }: SheetRow): boolean {
    const found = this.#known.get(stored) ?? matchesSearch([studentName, studentId], this.q);
    this.#known.set(stored, found);
    return found;
  }
}

/** The rows whose student the search names, by name or number. */
export function useFoundRows(rows: readonly SheetRow[], q: string): readonly SheetRow[] {
  const search = useMemo(() => new NameSearch(q), [q]);
  return useMemo(() => (q === '' ? rows : rows.filter((row) => search.finds(row))), [rows, q, search]);
}

import type { ImportChange } from '../../../contract/imports';
import type { RowToSend } from '../../features/import/SheetWork';

/** In the order in which the preview shows them: moves can be mistakes that are hard to see later. */
export const changeKinds = ['moves', 'names', 'others'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** The stored values that one row of the file replaces. */
export interface ChangedRow {
  index: number;
  line: number;
  /** The stored name of the record. */
  record: string;
  /** The first of the kinds of its changes. */
  kind: ChangeKind;
  changes: readonly Pick<ImportChange, 'field' | 'from' | 'to'>[];
}

const fieldsOfKind: Partial<Record<string, ChangeKind>> = {
  batch_name: 'moves',
  program_name: 'moves',
  circle_name: 'moves',
  full_name: 'names',
  name: 'names',
};

const kindOf = (changes: ChangedRow['changes']): ChangeKind =>
  changeKinds.find((kind) => changes.some(({ field }) => (fieldsOfKind[field] ?? 'others') === kind)) ??
  'others';

/** `row` of the server counts from 1 within the request. */
export function groupChanges(rows: readonly RowToSend[], changes: readonly ImportChange[]): ChangedRow[] {
  return [...new Set(changes.map(({ row }) => row))].map((row) => {
    const rowChanges = changes.filter((change) => change.row === row);
    return {
      index: rows[row - 1]?.index ?? 0,
      line: rows[row - 1]?.line ?? 0,
      record: rowChanges[0]?.record ?? '',
      kind: kindOf(rowChanges),
      changes: rowChanges,
    };
  });
}

/** Rows of a kind, or all rows with the moves first. */
export const rowsOfKind = (rows: readonly ChangedRow[], kind: ChangeKind | null): ChangedRow[] =>
  (kind === null ? changeKinds : [kind]).flatMap((each) => rows.filter((row) => row.kind === each));

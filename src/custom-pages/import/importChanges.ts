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
  /** The kind of its first change. */
  kind: ChangeKind;
  /** In the order of the kinds. */
  changes: readonly Pick<ImportChange, 'field' | 'from' | 'to'>[];
}

const kindByField: Partial<Record<string, ChangeKind>> = {
  batch_name: 'moves',
  program_name: 'moves',
  circle_name: 'moves',
  full_name: 'names',
  name: 'names',
};

const kindRank = ({ field }: Pick<ImportChange, 'field'>): number =>
  changeKinds.indexOf(kindByField[field] ?? 'others');

/** `row` of the server counts from 1 within the request. */
export function groupChanges(rows: readonly RowToSend[], changes: readonly ImportChange[]): ChangedRow[] {
  const changesByRow = new Map<number, ImportChange[]>();
  for (const change of changes) {
    const rowChanges = changesByRow.get(change.row);
    if (rowChanges) rowChanges.push(change);
    else changesByRow.set(change.row, [change]);
  }
  return [...changesByRow].flatMap(([row, rowChanges]) => {
    const sent = rows[row - 1];
    if (!sent) return [];
    const { index, line } = sent;
    const sorted = rowChanges.toSorted((a, b) => kindRank(a) - kindRank(b));
    const [first] = sorted;
    const kind = (first && changeKinds[kindRank(first)]) ?? 'others';
    return { index, line, record: first?.record ?? '', kind, changes: sorted };
  });
}

/** Rows of a kind, or all rows with the moves first. */
export const rowsOfKind = (rows: readonly ChangedRow[], kind: ChangeKind | null): ChangedRow[] =>
  (kind === null ? changeKinds : [kind]).flatMap((each) => rows.filter((row) => row.kind === each));

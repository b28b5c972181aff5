import type { ImportChange } from '../../../contract/imports';
import { compareNames } from '../../../contract/rules/personNames';
import type { RowToSend } from '../../features/import/SheetWork';

/** In the order of the preview: the kinds that can be mistakes are first. */
export const changeKinds = ['persons', 'moves', 'names', 'others'] as const;
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

/** A name that does not agree, or another national id, can belong to another person (files.md). */
const isOfOtherPerson = ({ field, from, to }: ImportChange): boolean =>
  from !== null &&
  ((field === 'full_name' && compareNames(from, to ?? '') === 'differ') || field === 'national_id');

const kindRank = (change: ImportChange): number =>
  changeKinds.indexOf(isOfOtherPerson(change) ? 'persons' : (kindByField[change.field] ?? 'others'));

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

/** Rows that may change another person stay out of the import until the user includes them. */
export const findLeftOut = (
  rows: readonly ChangedRow[],
  choices: ReadonlyMap<number, boolean>,
): ReadonlySet<number> =>
  new Set(rows.flatMap(({ index, kind }) => ((choices.get(index) ?? kind !== 'persons') ? [] : [index])));

/** Rows of a kind, or all rows with the moves first. */
export const rowsOfKind = (rows: readonly ChangedRow[], kind: ChangeKind | null): ChangedRow[] =>
  (kind === null ? changeKinds : [kind]).flatMap((each) => rows.filter((row) => row.kind === each));

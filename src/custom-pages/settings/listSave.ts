import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../dataProvider/ApiProblem';

/** A row of an edited list. A new row has no version. */
interface EditedRow {
  key: string;
  version?: number;
}

/** Two users changed a field differently, or one user removed a row and the other changed it. */
export interface RowClash<Field> {
  key: string;
  field: Field | 'row';
  mine: string;
  theirs: string;
}

interface ListShape<Row, Field> {
  /** The fields that the user edits. */
  fields: readonly Field[];
  describe: (row: Row) => string;
  /** The value of a removed row in a clash. */
  removedLabel: string;
  /** Returns a key that no row of the list has. */
  newKey: (rows: readonly Row[]) => string;
  /** Another user has removed the row, so it is added again. Keeps the key. */
  toNewRow: (row: Row) => Row;
}

const findRow = <Row extends EditedRow>(rows: readonly Row[], key: string) =>
  rows.find((row) => row.key === key);

/**
 * Merges the unsaved rows with the rows that another user has saved. If only one user changed a field, that
 * change counts. Rows that clash stay in the list until the user has chosen.
 */
function mergeRows<Row extends EditedRow, Field extends keyof Row>(
  { fields, describe, removedLabel, newKey, toNewRow }: ListShape<Row, Field>,
  original: readonly Row[],
  mine: readonly Row[],
  theirs: readonly Row[],
) {
  const clashes: RowClash<Field>[] = [];
  const isSame = (a: Row, b: Row) => fields.every((field) => a[field] === b[field]);
  const merged = mine.flatMap((row): Row[] => {
    const originalRow = findRow(original, row.key);
    const theirRow = findRow(theirs, row.key);
    if (!originalRow) return [theirRow ? { ...row, key: newKey([...mine, ...theirs]) } : row];
    if (!theirRow && isSame(row, originalRow)) return [];
    if (!theirRow) {
      clashes.push({ key: row.key, field: 'row', mine: describe(row), theirs: removedLabel });
      return [toNewRow(row)];
    }
    const mergedRow = { ...theirRow };
    for (const field of fields) {
      if (row[field] === originalRow[field]) continue;
      if (theirRow[field] !== originalRow[field] && theirRow[field] !== row[field])
        clashes.push({ key: row.key, field, mine: String(row[field]), theirs: String(theirRow[field]) });
      mergedRow[field] = row[field];
    }
    return [mergedRow];
  });
  const addedByOther = theirs.filter(({ key }) => !findRow(original, key));
  const changedByOther = theirs.filter((row) => {
    const originalRow = findRow(original, row.key);
    return originalRow && !findRow(mine, row.key) && !isSame(row, originalRow);
  });
  for (const row of changedByOther)
    clashes.push({ key: row.key, field: 'row', mine: removedLabel, theirs: describe(row) });
  return { merged: [...merged, ...addedByOther, ...changedByOther], clashes };
}

/** @param theirs clashes for which the user chose the value of the other user */
function resolveRows<Row extends EditedRow, Field extends keyof Row>(
  removedLabel: string,
  rows: readonly Row[],
  clashes: readonly RowClash<Field>[],
  theirs: readonly RowClash<Field>[],
): Row[] {
  const isRemoved = ({ key }: Row) =>
    clashes.some(
      (clash) => clash.key === key && removedLabel === clash[theirs.includes(clash) ? 'theirs' : 'mine'],
    );
  return rows
    .filter((row) => !isRemoved(row))
    .map((row) => {
      const theirFields = theirs.filter(({ key, field }) => key === row.key && field !== 'row');
      return { ...row, ...Object.fromEntries(theirFields.map((one) => [one.field, one.theirs])) };
    });
}

interface ListSave<Row, Stored extends Row, Field> extends ListShape<Row, Field> {
  stored: readonly Stored[];
  /** @param loaded the list as loaded @throws STALE */
  save: (rows: readonly Row[], loaded: readonly Stored[]) => Promise<object>;
  load: () => Promise<readonly Stored[]>;
  onSaved: (answer: object) => void;
}

/** Saves a whole list. If two users changed one field, the user chooses. Only text fields may clash. */
export function useListSave<Row extends EditedRow, Stored extends Row, Field extends keyof Row>({
  stored,
  save,
  load,
  onSaved,
  ...shape
}: ListSave<Row, Stored, Field>) {
  const [original, setOriginal] = useState(stored);
  const [rows, setRows] = useState<readonly Row[]>(stored);
  const [clashes, setClashes] = useState<readonly RowClash<Field>[]>([]);
  /** @returns null if the user has to choose first */
  const send = async (newRows: readonly Row[], base: readonly Stored[]): Promise<object | null> => {
    try {
      return await save(newRows, base);
    } catch (problem) {
      if (!(problem instanceof ApiProblem) || problem.code !== 'STALE') throw problem;
    }
    const theirs = await load();
    const merge = mergeRows(shape, base, newRows, theirs);
    setOriginal(theirs);
    setRows(merge.merged);
    setClashes(merge.clashes);
    return merge.clashes.length === 0 ? send(merge.merged, theirs) : null;
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: (newRows: readonly Row[]) => send(newRows, original),
    onSuccess: (answer) => answer && onSaved(answer),
  });
  return {
    rows,
    setRows,
    isDirty: rows !== original,
    isPending,
    error,
    save: () => mutate(rows),
    clashes,
    resolve: (theirs: readonly RowClash<Field>[]) => {
      const resolved = resolveRows(shape.removedLabel, rows, clashes, theirs);
      setRows(resolved);
      setClashes([]);
      mutate(resolved);
    },
    postpone: () => setClashes([]),
  };
}

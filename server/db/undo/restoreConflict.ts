import { Problem } from '../../problem';
import { isSame } from '../log/unitOfWork';
import type { RecordedTable } from '../schema/recorded';
import type { Values } from '../schema';

/** A row of the log: before and after the operation. */
export interface LoggedRow {
  table: RecordedTable;
  id: number;
  before: Values | null;
  after: Values | null;
}

/** Whether the operation changed nothing in a row but its bookkeeping, which is neither compared nor put back. */
export const isUntouched = ({ before, after }: LoggedRow): boolean =>
  before !== null && after !== null && isSame(before, after);

/** @throws RestoreConflict unless these rows are stored as the operation left them */
export function refuseDifferent(
  table: RecordedTable,
  rows: readonly LoggedRow[],
  stored: ReadonlyMap<number, Values>,
): void {
  const changed = rows.filter(({ id, after }) => !isSame(stored.get(id) ?? null, after));
  if (changed.length > 0) throw new RestoreConflict('changed', table, changed);
}

/** Why rows cannot be restored; `explainConflict` finds the sentence after the transaction has ended. */
export class RestoreConflict extends Problem {
  constructor(
    readonly reason: 'changed' | 'taken' | 'parent gone' | 'needed',
    readonly table: RecordedTable,
    readonly rows: readonly LoggedRow[],
    cause?: unknown,
  ) {
    super('UNDO_CONFLICT', { cause });
  }
}

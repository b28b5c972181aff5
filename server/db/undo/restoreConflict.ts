import { Problem } from '../../problem';
import type { RecordedTable } from '../schema/recorded';
import type { Values } from '../schema';

/** A row of the log: what an operation found and what it left. */
export interface LoggedRow {
  table: RecordedTable;
  id: number;
  before: Values | null;
  after: Values | null;
}

/** Why rows cannot become what they were; `explained` finds the words for it once the transaction has ended. */
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

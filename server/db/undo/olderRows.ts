import { ruleMessages } from '../../../contract/errors';
import { dateInZone } from '../../../contract/rules/hijri';
import { Problem } from '../../problem';
import { databaseFailure } from '../engine/dialect';
import { instituteZone } from '../institute';
import type { UnitOfWork } from '../log/unitOfWork';
import type { NewRow, Values } from '../schema';
import type { RecordedTable } from '../schema/recorded';
import { type LoggedRow, RestoreConflict } from './restoreConflict';

/*
 * Before there were enrolments (migration 17) the row of a student named his batch, and the log still holds such rows:
 * what was deleted then comes back, other operations of then are not undone.
 */

const isOlder = (table: RecordedTable, row: Values | null): row is Values =>
  table === 'students' && row !== null && 'batch_id' in row;

/** A logged row as the table takes it now. */
export function withoutPlace(table: RecordedTable, row: Values | null): Values | null {
  if (!isOlder(table, row)) return row;
  const { batch_id: _batch, batch_since: _since, user_id: _account, ...kept } = row;
  return kept;
}

/** Whether rows of the log are of then. */
export const isOlderRun = (table: RecordedTable, rows: readonly LoggedRow[]): boolean =>
  rows.some(({ before, after }) => isOlder(table, before ?? after));

/** For what changed or added students before there were enrolments. @throws UNDO_CONFLICT */
export function refuseOlder(): never {
  throw new Problem('UNDO_CONFLICT', { message: ruleMessages.undoTooOld });
}

/** The enrolments of students who come back out of such rows. @throws RestoreConflict where a batch is gone */
export async function restorePlaces(unit: UnitOfWork, rows: readonly LoggedRow[]): Promise<void> {
  const placed = rows.flatMap(({ id, before }) =>
    isOlder('students', before) && before['batch_id'] != null ? [{ id, before }] : [],
  );
  if (placed.length === 0) return;
  const timeZone = await instituteZone(unit.trx);
  const enrolments = placed.map(({ id, before }): NewRow<'enrolments'> => {
    const since = before['batch_since'] as string | null;
    const created_at = String(before['created_at']);
    return {
      student_row_id: id,
      batch_id: Number(before['batch_id']),
      from_date: since ?? dateInZone(new Date(created_at), timeZone),
      to_date: null,
      began_as: since === null ? 'joined' : 'moved',
      ended_as: null,
      reason: null,
      is_shown: 1,
      created_at: since === null ? created_at : `${since}T00:00:00.000Z`,
    };
  });
  try {
    await unit.insertMany('enrolments', enrolments);
  } catch (error) {
    if (databaseFailure(error)?.code !== 'HAS_DEPENDENTS') throw error;
    const lost = enrolments.map((row) => ({
      table: 'enrolments' as const,
      id: 0,
      before: { ...row },
      after: null,
    }));
    throw new RestoreConflict('parent gone', 'enrolments', lost, error);
  }
}

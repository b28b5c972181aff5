import { ruleMessages } from '../../../contract/errors';
import { Problem } from '../../problem';
import { hasWorkIn } from '../../domain/enrolments';
import type { UnitOfWork } from '../log/unitOfWork';
import type { RecordedTable } from '../schema/recorded';
import type { LoggedRow } from './restoreConflict';

/** Which rows of these are there when the rows that name them come back. */
export type FindThere = (
  table: RecordedTable,
  ids: readonly number[],
) => Promise<{ has: (id: number) => boolean }>;

/**
 * The enrolments that can be restored. An ended one is skipped if its batch or student was deleted; for the one that
 * the record shows, a missing batch is a conflict.
 */
export async function withPlace(
  findThere: FindThere,
  rows: readonly LoggedRow[],
): Promise<readonly LoggedRow[]> {
  const idsIn = (column: string) => [...new Set(rows.map(({ before }) => Number(before?.[column])))];
  const batches = await findThere('batches', idsIn('batch_id'));
  const students = await findThere('students', idsIn('student_row_id'));
  return rows.filter(
    ({ before }) =>
      before?.['is_shown'] === 1 ||
      (batches.has(Number(before?.['batch_id'])) && students.has(Number(before?.['student_row_id']))),
  );
}

/**
 * Refuses to undo a move if something was recorded in the new batch since, because no sheet would show it.
 * @throws UNDO_CONFLICT
 */
export async function refuseWorkIn(unit: UnitOfWork, enrolmentIds: readonly number[]): Promise<void> {
  const rows = await unit.trx
    .selectFrom('enrolments')
    .innerJoin('students', 'students.id', 'enrolments.student_row_id')
    .select(['enrolments.student_row_id', 'enrolments.batch_id', 'students.full_name'])
    .where('enrolments.id', 'in', enrolmentIds)
    .where(({ exists, selectFrom, not }) => {
      const others = selectFrom('enrolments as other')
        .select('other.id')
        .whereRef('other.student_row_id', '=', 'enrolments.student_row_id')
        .whereRef('other.id', '<>', 'enrolments.id');
      const inTheSame = others.whereRef('other.batch_id', '=', 'enrolments.batch_id');
      // A student who is removed has no other enrolment; and an earlier enrolment in the batch keeps his records
      // visible.
      return exists(others).and(not(exists(inTheSame)));
    })
    .execute();
  for (const row of rows)
    if (await hasWorkIn(unit, row))
      throw new Problem('UNDO_CONFLICT', { message: ruleMessages.undoHidesWork(row.full_name) });
}

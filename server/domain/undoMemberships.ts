import { ruleMessages } from '../../contract/errors';
import { Problem } from '../problem';
import type { Change, FindExisting, UnitOfWork } from '../db/log/unitOfWork';
import type { Db } from '../db/schema';
import { findRowsWhere } from '../db/undo/restoreConflict';
import { hasRecordsIn } from './enrolments';

/** An enrolment with `is_shown` and a missing batch stays in the list, because it is a conflict. */
export async function selectEnrolments(
  findExisting: FindExisting,
  rows: readonly Change[],
): Promise<readonly Change[]> {
  const idsIn = (column: string) => [...new Set(rows.map(({ before }) => Number(before?.[column])))];
  const batches = await findExisting('batches', idsIn('batch_id'));
  const students = await findExisting('students', idsIn('student_row_id'));
  return rows.filter(
    ({ before }) =>
      before?.['is_shown'] === 1 ||
      (batches.has(Number(before?.['batch_id'])) && students.has(Number(before?.['student_row_id']))),
  );
}

/** Refuses an undo after which no sheet shows the records in the new batch. @throws UNDO_CONFLICT */
export async function refuseHiddenRecords(
  unit: UnitOfWork,
  addedEnrolments: readonly Change[],
  undoneRows: readonly Change[],
): Promise<void> {
  const enrolmentIds = rowsOfStayingStudents(addedEnrolments, undoneRows);
  if (enrolmentIds.length === 0) return;
  const rows = await unit.trx
    .selectFrom('enrolments')
    .innerJoin('students', 'students.id', 'enrolments.student_row_id')
    .select(['enrolments.student_row_id', 'enrolments.batch_id', 'students.full_name'])
    .where('enrolments.id', 'in', enrolmentIds)
    .where(({ exists, selectFrom, not }) => {
      const otherEnrolments = selectFrom('enrolments as other')
        .select('other.id')
        .whereRef('other.student_row_id', '=', 'enrolments.student_row_id')
        .whereRef('other.id', '<>', 'enrolments.id');
      const sameBatchEnrolments = otherEnrolments.whereRef('other.batch_id', '=', 'enrolments.batch_id');
      // An earlier enrolment in the batch keeps records visible.
      return exists(otherEnrolments).and(not(exists(sameBatchEnrolments)));
    })
    .execute();
  for (const row of rows)
    if (await hasRecordsIn(unit, row))
      throw new Problem('UNDO_CONFLICT', { message: ruleMessages.undoHidesWork(row.full_name) });
}

const parents = { student_row_id: 'students', teacher_id: 'users', circle_id: 'circles' } as const;

export async function selectCircleRows(
  findExisting: FindExisting,
  rows: readonly Change[],
): Promise<readonly Change[]> {
  let restorable = [...rows];
  for (const [column, parent] of Object.entries(parents)) {
    const ids = restorable.flatMap(({ before }) =>
      before?.[column] == null ? [] : [Number(before[column])],
    );
    const stored = await findExisting(parent, [...new Set(ids)]);
    restorable = restorable.filter(
      ({ before }) => before?.[column] == null || stored.has(Number(before[column])),
    );
  }
  return restorable;
}

export async function selectMemberships(
  findExisting: FindExisting,
  rows: readonly Change[],
  db: Db,
): Promise<readonly Change[]> {
  const restorable = await selectCircleRows(findExisting, rows);
  const students = [...new Set(restorable.map(({ before }) => before?.['student_row_id']))];
  const stored = await findRowsWhere(db, 'circle_members', 'student_row_id', students);
  return restorable.filter(
    ({ before }) =>
      !stored.some(
        (other) =>
          other['student_row_id'] === before?.['student_row_id'] &&
          other['subject_id'] === before?.['subject_id'] &&
          isBefore(other['from_date'], before?.['to_date']) &&
          isBefore(before?.['from_date'], other['to_date']),
      ),
  );
}

/** True if `from` is earlier than `to`. A missing `to` is later than every day. */
const isBefore = (from: unknown, to: unknown): boolean => to == null || String(from) < String(to);

/** Ids of the rows whose student is not removed by the same undo. */
function rowsOfStayingStudents(rows: readonly Change[], undoneRows: readonly Change[]): number[] {
  const removedStudentIds = new Set(
    undoneRows.flatMap(({ table, id, before }) => (table === 'students' && before === null ? [id] : [])),
  );
  return rows.flatMap(({ id, after }) =>
    removedStudentIds.has(Number(after?.['student_row_id'])) ? [] : [id],
  );
}

/** Refuses an undo that would hide absences of a later register. @throws UNDO_CONFLICT */
export async function refuseHiddenRegisters(
  unit: UnitOfWork,
  rows: readonly Change[],
  undoneRows: readonly Change[],
): Promise<void> {
  const memberIds = rowsOfStayingStudents(rows, undoneRows);
  if (memberIds.length === 0) return;
  const register = await unit.trx
    .selectFrom('circle_members')
    .innerJoin('circles', 'circles.id', 'circle_members.circle_id')
    .innerJoin('students', 'students.id', 'circle_members.student_row_id')
    .innerJoin('registers', 'registers.circle_id', 'circles.id')
    .select(['circles.name', 'registers.date'])
    .where('circle_members.id', 'in', memberIds)
    .whereRef('students.created_at', '<>', 'circle_members.created_at')
    .whereRef('registers.created_at', '>', 'circle_members.created_at')
    .whereRef('registers.date', '>=', 'circle_members.from_date')
    .where((eb) =>
      eb.or([
        eb('circle_members.to_date', 'is', null),
        eb('registers.date', '<', eb.ref('circle_members.to_date')),
      ]),
    )
    .orderBy('registers.date', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!register) return;
  throw new Problem('UNDO_CONFLICT', {
    message: ruleMessages.undoHidesRegister(register.name, register.date),
  });
}

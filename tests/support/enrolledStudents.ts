import { sql } from 'kysely';
import { placeStudents } from '../../server/domain/enrolments';
import type { UnitOfWork } from '../../server/db/log/unitOfWork';
import type { Db, NewRow, Row } from '../../server/db/schema';

/** Students joined with their shown batch. */
export const enrolledStudents = (db: Db) =>
  db
    .selectFrom('students')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.student_row_id', '=', 'students.id').on('enrolments.is_shown', '=', sql.lit(1)),
    )
    .selectAll('students')
    .select('enrolments.batch_id')
    .as('students');

/** @param date first day in the batch */
export async function addEnrolledStudents(
  unit: UnitOfWork,
  students: NewRow<'students'>[],
  batchId: number,
  date: string,
): Promise<Row<'students'>[]> {
  const rows = await unit.insertMany('students', students);
  await placeStudents(
    unit,
    rows.map(({ id: studentRowId }) => ({ studentRowId, batchId })),
    { date, kind: 'moved' },
  );
  return rows;
}

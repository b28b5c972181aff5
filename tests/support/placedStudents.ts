import { sql } from 'kysely';
import { placeStudents } from '../../server/domain/enrolments';
import type { UnitOfWork } from '../../server/db/log/unitOfWork';
import type { Db, NewRow, Row } from '../../server/db/schema';

/** For `selectFrom` and joins: the students, each with the batch that the record shows. */
export const placedStudents = (db: Db) =>
  db
    .selectFrom('students')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.student_row_id', '=', 'students.id').on('enrolments.is_shown', '=', sql.lit(1)),
    )
    .selectAll('students')
    .select('enrolments.batch_id')
    .as('students');

/** Adds students who belong to a batch from a day on. */
export async function addPlaced(
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

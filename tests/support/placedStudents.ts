import { sql } from 'kysely';
import type { Db } from '../../server/db/schema';

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

import { sql } from 'kysely';
import { dailyRecordType } from '../../contract/vocabulary';
import type { Data } from '../../server/db/data';
import { placedStudents } from '../support/placedStudents';
import { addAssignments, type AssignmentLoad } from './assignments';
import { addCircle, type CircleLoad } from './circles';
import { addDailyRecords, addDeletions, addLargeBatch, type LargeBatch } from './additions';
import { addMemorisation } from './memorisation';

/** The records that the requests use. */
export interface Institute {
  batchName: string;
  batchId: number;
  /** A subject of the batch with marks and registers, and one with daily records. */
  gradedCode: string;
  dailyCode: string;
  /** The numbers of the students of the batch. */
  students: string[];
  /** A circle of the subject with daily records. */
  circle: CircleLoad;
  /** A day with a register. */
  date: string;
  /** A batch that gets new students. */
  otherBatchId: number;
  teachers: number;
  large: LargeBatch;
  /** Left out if only lists and sheets are measured. */
  assignments: AssignmentLoad;
}

/** Adds to a seeded institute what the measurements need, and returns it. */
export async function preparedInstitute(data: Data, deletions: number): Promise<Institute> {
  const db = data.read;
  const { date, subject_id } = await db
    .selectFrom('registers')
    .select(['date', 'subject_id'])
    .orderBy('date', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const graded = await db
    .selectFrom('subjects')
    .innerJoin('batches', 'batches.id', 'subjects.batch_id')
    .select(['subject_code', 'batch_id', 'batch_name'])
    .where('subjects.id', '=', subject_id)
    .executeTakeFirstOrThrow();
  const daily = await db
    .selectFrom('subjects')
    .select(['id', 'subject_code'])
    .where('batch_id', '=', graded.batch_id)
    .where('type', '=', dailyRecordType)
    .executeTakeFirstOrThrow();
  const students = await db
    .selectFrom(placedStudents(db))
    .select(['id', 'student_id'])
    .where('batch_id', '=', graded.batch_id)
    .orderBy('id')
    .execute();
  const other = await db
    .selectFrom('batches')
    .select('id')
    .where('id', '<>', graded.batch_id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const staff = await db.selectFrom('users').select('id').where('role', '=', 'teacher').execute();
  const ids = students.map(({ id }) => id);
  await addDailyRecords(data, { subjectId: daily.id, students: ids, date });
  await addMemorisation(data, { subjectId: daily.id, students: ids, date });
  const circle = await addCircle(data, { subjectId: daily.id, students, from: date });
  await addDeletions(data, deletions);
  const large = await addLargeBatch(data);
  const assignments = await addAssignments(data);
  // PostgreSQL does this by itself within a minute; SQLite needs no statistics.
  if (data.kind === 'postgres') await sql`analyze`.execute(data.read);
  return {
    batchName: graded.batch_name,
    batchId: graded.batch_id,
    gradedCode: graded.subject_code,
    dailyCode: daily.subject_code,
    students: students.map(({ student_id }) => student_id),
    circle,
    date,
    otherBatchId: other.id,
    teachers: staff.length,
    large,
    assignments,
  };
}

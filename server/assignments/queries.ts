import { type InferResult, sql } from 'kysely';
import type { Assignment } from '../../contract/assignments';
import { isOnRoster } from '../domain/enrolments';
import { allOf, type Condition } from '../db/search/matching';
import type { Db } from '../db/schema';
import { notFound } from '../problem';

/** The same limit as in other lists without pages. */
const maxAssignments = 10_000;

const selectAssignments = (db: Db, conditions: readonly Condition[]) =>
  db
    .selectFrom('assignments')
    .innerJoin('subjects', 'subjects.id', 'assignments.subject_id')
    .innerJoin('batches', 'batches.id', 'subjects.batch_id')
    .leftJoin('users as makers', 'makers.id', 'assignments.teacher_id')
    .selectAll('assignments')
    .select([
      'subjects.name as subject_name',
      'subjects.subject_code',
      'subjects.level as subject_level',
      'batches.id as batch_id',
      'batches.batch_name',
      'makers.name as teacher_name',
    ])
    .select(
      sql<number>`(select count(*) from assignment_questions
        where assignment_questions.assignment_id = assignments.id)`.as('questions_count'),
    )
    .where(allOf(conditions));

export type StoredAssignment = InferResult<ReturnType<typeof selectAssignments>>[number];

export const loadAssignments = (db: Db, ...conditions: readonly Condition[]): Promise<StoredAssignment[]> =>
  selectAssignments(db, conditions).orderBy('assignments.id', 'desc').limit(maxAssignments).execute();

/** @throws NOT_FOUND, also if `isVisible` is false */
export async function loadAssignment(db: Db, id: number, isVisible: Condition): Promise<StoredAssignment> {
  return selectAssignments(db, [sql`assignments.id = ${id}`, isVisible]).executeTakeFirstOrThrow(notFound);
}

/** @throws NOT_FOUND, also for a record outside of the scope */
export async function findSubject(
  db: Db,
  id: number,
  scope: Condition,
): Promise<{ id: number; name: string }> {
  const query = db.selectFrom('subjects').select(['id', 'name']).where('id', '=', id).where(scope);
  return query.executeTakeFirstOrThrow(notFound);
}

export interface AssignmentCounts {
  students_count: number;
  submitted_count: number;
  ungraded_count: number;
}

/**
 * Key: id of the assignment. Only current students are counted. The batch is a subquery, because with a
 * join the database reads the whole roster for each assignment.
 */
export async function loadCounts(
  db: Db,
  ...conditions: readonly Condition[]
): Promise<Map<number, AssignmentCounts>> {
  const source = sql`from assignments join subjects on subjects.id = assignments.subject_id
    where ${allOf(conditions)}`;
  const sizes = await sql<{ batch_id: number; students: number }>`
    select enrolments.batch_id, count(*) as students from enrolments
    where ${isOnRoster} and enrolments.batch_id in (select subjects.batch_id ${source})
    group by enrolments.batch_id`.execute(db);
  const sizeByBatch = new Map(sizes.rows.map(({ batch_id, students }) => [batch_id, Number(students)]));
  const { rows } = await sql<{ id: number; batch_id: number; submitted: number; ungraded: number }>`
    select assignments.id, subjects.batch_id,
      (select count(*) from submissions
        where submissions.assignment_id = assignments.id
          and subjects.batch_id = (select enrolments.batch_id from enrolments
            where enrolments.student_row_id = submissions.student_row_id and enrolments.is_shown = 1
              and ${isOnRoster})) as submitted,
      (select count(*) from submissions
        where submissions.assignment_id = assignments.id and submissions.is_graded = 0) as ungraded
    ${source} order by assignments.id desc limit ${maxAssignments}`.execute(db);
  return new Map(
    rows.map(({ id, batch_id, submitted, ungraded }) => [
      id,
      {
        students_count: sizeByBatch.get(batch_id) ?? 0,
        submitted_count: Number(submitted),
        ungraded_count: Number(ungraded),
      },
    ]),
  );
}

/** @param counts only for staff */
export const toAssignment = (row: StoredAssignment, counts?: AssignmentCounts): Assignment => ({
  id: row.id,
  title: row.title,
  description: row.description,
  due_date: row.due_date,
  total_marks: row.total_marks,
  is_published: row.is_published === 1,
  allow_late_submission: row.allow_late_submission === 1,
  subject_id: row.subject_id,
  subject_name: row.subject_name,
  subject_code: row.subject_code,
  subject_level: row.subject_level,
  batch_id: row.batch_id,
  batch_name: row.batch_name,
  teacher_name: row.teacher_name,
  questions_count: Number(row.questions_count),
  ...(counts && { ...counts, needs_regrade: row.needs_regrade === 1 }),
  published_at: row.is_published === 1 ? row.published_at : null,
  created_at: row.created_at,
  version: row.version,
  updated_at: row.updated_at,
});

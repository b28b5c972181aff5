import { type InferResult, sql } from 'kysely';
import type { Assignment } from '../../contract/assignments';
import { isOnRoster } from '../domain/enrolments';
import { allOf, type Condition } from '../db/search/matching';
import type { Db } from '../db/schema';
import { notFound } from '../problem';

/** The same limit as other lists without paging. */
const maxListed = 10_000;

const assignmentsWhere = (db: Db, conditions: readonly Condition[]) =>
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

/** An assignment with its subject, batch and author. */
export type StoredAssignment = InferResult<ReturnType<typeof assignmentsWhere>>[number];

/** The newest first. */
export const listedAssignments = (db: Db, ...conditions: readonly Condition[]): Promise<StoredAssignment[]> =>
  assignmentsWhere(db, conditions).orderBy('assignments.id', 'desc').limit(maxListed).execute();

/** @throws NOT_FOUND, also if `sees` does not allow it */
export async function assignmentById(db: Db, id: number, sees: Condition): Promise<StoredAssignment> {
  return assignmentsWhere(db, [sql`assignments.id = ${id}`, sees]).executeTakeFirstOrThrow(notFound);
}

/** The subject of an assignment. @throws NOT_FOUND, also outside the scope */
export async function subjectInScope(
  db: Db,
  id: number,
  scope: Condition,
): Promise<{ id: number; name: string }> {
  const own = db.selectFrom('subjects').select(['id', 'name']).where('id', '=', id).where(scope);
  return own.executeTakeFirstOrThrow(notFound);
}

/** The counts that staff see with an assignment. */
export interface Counts {
  students_count: number;
  submitted_count: number;
  ungraded_count: number;
}

/**
 * The counts of assignments, by their numbers. Only submissions of present students count. Students are counted once
 * for each batch, since a batch may have many assignments. The batch is a subquery of its own: as a join, the
 * databases would read the whole roster for each assignment.
 */
export async function countsOf(db: Db, ...conditions: readonly Condition[]): Promise<Map<number, Counts>> {
  const found = sql`from assignments join subjects on subjects.id = assignments.subject_id
    where ${allOf(conditions)}`;
  const sizes = await sql<{ batch_id: number; students: number }>`
    select enrolments.batch_id, count(*) as students from enrolments
    where ${isOnRoster} and enrolments.batch_id in (select subjects.batch_id ${found})
    group by enrolments.batch_id`.execute(db);
  const size = new Map(sizes.rows.map(({ batch_id, students }) => [batch_id, Number(students)]));
  const { rows } = await sql<{ id: number; batch_id: number; submitted: number; ungraded: number }>`
    select assignments.id, subjects.batch_id,
      (select count(*) from submissions
        where submissions.assignment_id = assignments.id
          and subjects.batch_id = (select enrolments.batch_id from enrolments
            where enrolments.student_row_id = submissions.student_row_id and enrolments.is_shown = 1
              and ${isOnRoster})) as submitted,
      (select count(*) from submissions
        where submissions.assignment_id = assignments.id and submissions.is_graded = 0) as ungraded
    ${found} order by assignments.id desc limit ${maxListed}`.execute(db);
  return new Map(
    rows.map(({ id, batch_id, submitted, ungraded }) => [
      id,
      {
        students_count: size.get(batch_id) ?? 0,
        submitted_count: Number(submitted),
        ungraded_count: Number(ungraded),
      },
    ]),
  );
}

/** An assignment as everybody may see it; with the counts for staff. */
export const asAssignment = (row: StoredAssignment, counts?: Counts): Assignment => ({
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

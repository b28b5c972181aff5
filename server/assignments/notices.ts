import { sql } from 'kysely';
import { chunks } from '../db/engine/chunks';
import { isOnRoster } from '../domain/enrolments';
import { notifyAll } from '../domain/notifications';
import type { Condition } from '../db/search/matching';
import { isOfTheirSection } from '../domain/sections';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { StoredAssignment } from './queries';

type NotifiedAssignment = Pick<StoredAssignment, 'id' | 'title' | 'subject_name'>;

const notificationData = ({ id, title, subject_name }: NotifiedAssignment) => ({
  assignment_id: id,
  title,
  subject_name,
});

export async function notifyPublished(
  { trx, now }: UnitOfWork,
  assignment: NotifiedAssignment & { batch_id: number },
): Promise<void> {
  const accounts = await trx
    .selectFrom('enrolments')
    .innerJoin('users', 'users.student_row_id', 'enrolments.student_row_id')
    .select('users.id')
    .where('enrolments.batch_id', '=', assignment.batch_id)
    .where(isOnRoster)
    .orderBy('enrolments.student_row_id')
    .execute();
  const users = accounts.map(({ id }) => id);
  const link = `/assignments/${assignment.id}`;
  await notifyAll(trx, now, users, 'assignment_published', notificationData(assignment), link);
}

/** An assignment that is a draft again sends no notifications. */
export async function notifyGraded(
  { trx, now }: UnitOfWork,
  assignment: NotifiedAssignment & Pick<StoredAssignment, 'is_published'>,
  studentRowIds: readonly number[],
): Promise<void> {
  if (assignment.is_published === 0) return;
  const link = `/assignments/${assignment.id}/view`;
  for (const chunk of chunks(studentRowIds, 1_000)) {
    const accounts = await trx
      .selectFrom('users')
      .select('id')
      .where('student_row_id', 'in', chunk)
      .execute();
    const users = accounts.map(({ id }) => id);
    await notifyAll(trx, now, users, 'assignment_graded', notificationData(assignment), link);
  }
}

/** If the subject has no teachers, the author of the assignment is notified. */
export async function notifyLateSubmission(
  { trx, now }: UnitOfWork,
  { subject_id, teacher_id, title }: Pick<StoredAssignment, 'subject_id' | 'teacher_id' | 'title'>,
  submission: { id: number; student_name: string },
): Promise<void> {
  const loadUserIds = async (condition: Condition) => {
    const { rows } = await sql<{ id: number }>`
      select users.id from users join subjects on subjects.id = ${subject_id}
      where ${condition} and ${isOfTheirSection} order by users.id`.execute(trx);
    return rows.map(({ id }) => id);
  };
  const teachers = await loadUserIds(
    sql`users.id in (select teacher_id from subject_teachers where subject_id = ${subject_id})`,
  );
  const users = teachers.length > 0 ? teachers : await loadUserIds(sql`users.id = ${teacher_id}`);
  const details = { submission_id: submission.id, title, student_name: submission.student_name };
  await notifyAll(trx, now, users, 'submission_late', details, `/submissions/${submission.id}`);
}

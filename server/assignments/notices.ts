import { chunks } from '../db/engine/chunks';
import { notifyAll } from '../db/notifications';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { StoredAssignment } from './queries';

type Told = Pick<StoredAssignment, 'id' | 'title' | 'subject_name'>;

const about = ({ id, title, subject_name }: Told) => ({ assignment_id: id, title, subject_name });

/** Tells the students of the batch that there is an assignment. */
export async function tellPublished(
  { trx, now }: UnitOfWork,
  assignment: Told & { batch_id: number },
): Promise<void> {
  const students = await trx
    .selectFrom('students')
    .select('user_id')
    .where('batch_id', '=', assignment.batch_id)
    .where('user_id', 'is not', null)
    .orderBy('id')
    .execute();
  const users = students.flatMap(({ user_id }) => user_id ?? []);
  const link = `/assignments/${assignment.id}`;
  await notifyAll(trx, now, users, 'assignment_published', about(assignment), link);
}

/** Tells students that everything they handed in has been graded; of what is a draft again they hear nothing. */
export async function tellGraded(
  { trx, now }: UnitOfWork,
  assignment: Told & Pick<StoredAssignment, 'is_published'>,
  studentRowIds: readonly number[],
): Promise<void> {
  if (assignment.is_published === 0) return;
  const link = `/assignments/${assignment.id}/view`;
  for (const part of chunks(studentRowIds, 1_000)) {
    const students = await trx.selectFrom('students').select('user_id').where('id', 'in', part).execute();
    const users = students.flatMap(({ user_id }) => user_id ?? []);
    await notifyAll(trx, now, users, 'assignment_graded', about(assignment), link);
  }
}

/** Tells the teachers of the subject, or who made the assignment where it has none, that somebody handed in late. */
export async function tellLate(
  { trx, now }: UnitOfWork,
  { subject_id, teacher_id, title }: Pick<StoredAssignment, 'subject_id' | 'teacher_id' | 'title'>,
  submission: { id: number; student_name: string },
): Promise<void> {
  const linked = await trx
    .selectFrom('subject_teachers')
    .select('teacher_id')
    .where('subject_id', '=', subject_id)
    .orderBy('teacher_id')
    .execute();
  const users = linked.map((link) => link.teacher_id);
  if (users.length === 0 && teacher_id !== null) users.push(teacher_id);
  const told = { submission_id: submission.id, title, student_name: submission.student_name };
  await notifyAll(trx, now, users, 'submission_late', told, `/submissions/${submission.id}`);
}

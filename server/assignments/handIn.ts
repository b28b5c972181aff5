import { operationDescriptions } from '../../contract/successMessages';
import { isPast } from '../../contract/rules/assignments';
import { forNoKeyUpdate } from '../db/engine/dialect';
import type { Row } from '../db/schema';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { notFound, Problem } from '../problem';
import { submissionOf } from './detail';
import { tellLate } from './notices';
import { assignmentById, type StoredAssignment } from './queries';
import { questionsOf } from './questions';
import { givenAnswers, type SentAnswers } from './sentAnswers';
import type { Viewer } from './viewer';

/**
 * Hands in the answers of a student, once, with an answer for every question; the draft goes.
 * @throws NOT_FOUND, ALREADY_SUBMITTED, DEADLINE_PASSED by the clock of the server, VALIDATION
 */
export async function handIn(
  unit: UnitOfWork,
  assignmentId: number,
  sent: SentAnswers,
  viewer: Viewer,
): Promise<{ assignment: StoredAssignment; submission: Row<'submissions'> }> {
  const student = await studentToWrite(unit, viewer.studentRowId);
  const assignment = await assignmentById(unit.trx, assignmentId, viewer.sees);
  if (await submissionOf(unit.trx, assignmentId, student.id)) throw new Problem('ALREADY_SUBMITTED');
  const isLate = isPast(assignment.due_date, new Date(unit.now));
  if (isLate && assignment.allow_late_submission === 0) throw new Problem('DEADLINE_PASSED');
  const questions = await questionsOf(unit.trx, assignmentId);
  const given = givenAnswers(sent, questions);
  const what = operationDescriptions.assignmentSubmitted(student.full_name, assignment.title);
  unit.describe('create', 'submissions', assignment.title, what);
  const submission = await unit.insert('submissions', {
    assignment_id: assignmentId,
    student_row_id: student.id,
    submitted_at: unit.now,
    is_late: isLate ? 1 : 0,
    is_graded: 0,
    total_score: null,
    feedback: null,
  });
  const rows = questions.map(({ id }) => ({
    submission_id: submission.id,
    question_id: id,
    answer_text: null,
    selected_option_id: null,
    ...given.get(id),
    score: null,
    is_manual: 0,
    feedback: null,
  }));
  if (rows.length > 0) await unit.insertMany('submission_answers', rows);
  await unit.trx
    .deleteFrom('assignment_drafts')
    .where('assignment_id', '=', assignmentId)
    .where('student_row_id', '=', student.id)
    .execute();
  if (isLate) await tellLate(unit, assignment, { id: submission.id, student_name: student.full_name });
  return { assignment, submission };
}

/** The student waits for the own other hand-in, so that of many at once one is the first. */
async function studentToWrite({ trx, kind }: UnitOfWork, id: number | null) {
  if (id === null) throw notFound();
  const own = trx.selectFrom('students').select(['id', 'full_name']).where('id', '=', id);
  const student = await forNoKeyUpdate(kind, own).executeTakeFirst();
  if (!student) throw notFound();
  return student;
}

import type { Question } from '../../contract/assignments';
import type { Row, Db } from '../db/schema';

/** A question with its options and the key, as scoring and staff need it. */
export type StoredQuestion = Row<'assignment_questions'> & {
  options: { id: number; option_text: string; is_correct: boolean }[];
};

/** The questions of an assignment in their order. */
export async function questionsOf(db: Db, assignmentId: number): Promise<StoredQuestion[]> {
  const questions = await db
    .selectFrom('assignment_questions')
    .selectAll()
    .where('assignment_id', '=', assignmentId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const options = await db
    .selectFrom('question_options')
    .innerJoin('assignment_questions', 'assignment_questions.id', 'question_options.question_id')
    .select(['question_options.id', 'question_id', 'option_text', 'is_correct'])
    .where('assignment_questions.assignment_id', '=', assignmentId)
    .orderBy('question_options.position')
    .orderBy('question_options.id')
    .execute();
  const found = new Map<number, StoredQuestion>(
    questions.map((question) => [question.id, { ...question, options: [] }]),
  );
  for (const { question_id, is_correct, ...option } of options)
    found.get(question_id)?.options.push({ ...option, is_correct: is_correct === 1 });
  return [...found.values()];
}

/** The options as they are shown; without the key nothing tells which one is right. */
export const shownOptions = (
  { options }: Pick<StoredQuestion, 'options'>,
  withKey: boolean,
): Question['options'] =>
  options.map(({ id, option_text, is_correct }) =>
    withKey ? { id, option_text, is_correct } : { id, option_text },
  );

/** A question as it is shown. @param withKey only for staff, and for students once the key is open */
export const asQuestion = (question: StoredQuestion, withKey: boolean): Question => ({
  id: question.id,
  question_text: question.question_text,
  question_type: question.question_type,
  marks: question.marks,
  ...(withKey && { correct_answer: question.correct_answer }),
  options: shownOptions(question, withKey),
  version: question.version,
});

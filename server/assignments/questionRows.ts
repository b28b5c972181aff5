import type { z } from 'zod';
import type { questionBody } from '../../contract/assignmentCalls';
import { type ProblemDetail, ruleMessages } from '../../contract/errors';
import { maxTotalMarks, questionProblems, sumQuestionMarks } from '../../contract/rules/assignments';
import type { Question } from '../../contract/assignments';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid } from '../problem';
import type { Row, Db } from '../db/schema';

/** A question as a body has it. */
export type SentQuestion = z.output<typeof questionBody>;

/** The problems of a question; their paths begin with `path`. */
export const problemsOf = (question: SentQuestion, path = ''): ProblemDetail[] =>
  questionProblems(question).map((found) => ({
    path: path + found.path,
    message: ruleMessages[found.problem],
  }));

/** @throws VALIDATION when questions have more marks than an assignment may have */
export function refuseTotalOver(questions: readonly { marks: number }[], path: string): void {
  if ((sumQuestionMarks(questions) ?? 0) > maxTotalMarks)
    throw invalid({ path, message: ruleMessages.totalOver(maxTotalMarks) });
}

/** The columns that are stored for a question; those that its type does not use are null. */
export const questionColumns = ({ question_text, question_type, marks, correct_answer }: SentQuestion) => ({
  question_text,
  question_type,
  marks,
  correct_answer:
    question_type === 'true_false' || question_type === 'text' ? (correct_answer ?? null) : null,
});

/** The options that are stored for a question. */
export const optionsOf = ({ question_type, options }: SentQuestion): SentQuestion['options'] =>
  question_type === 'multiple_choice' ? options : [];

export const optionColumns = (option: SentQuestion['options'][number], place: number) => ({
  position: place + 1,
  option_text: option.option_text,
  is_correct: option.is_correct ? 1 : 0,
});

/** Adds questions with their options, from a position on. @returns their row numbers */
export async function insertQuestions(
  unit: UnitOfWork,
  assignmentId: number,
  questions: readonly SentQuestion[],
  from = 1,
): Promise<number[]> {
  const rows = await unit.insertMany(
    'assignment_questions',
    questions.map((question, place) => ({
      assignment_id: assignmentId,
      position: from + place,
      ...questionColumns(question),
      options_changed_at: unit.now,
    })),
  );
  const options = questions.flatMap((question, place) =>
    optionsOf(question).map((option, at) => ({
      question_id: rows[place]?.id ?? 0,
      ...optionColumns(option, at),
    })),
  );
  await unit.insertMany('question_options', options);
  return rows.map(({ id }) => id);
}

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

/** The options as they are shown; without the key, they do not tell which one is right. */
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

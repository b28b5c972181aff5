import type { z } from 'zod';
import type { questionBody } from '../../contract/assignmentCalls';
import { type ProblemDetail, ruleMessages } from '../../contract/errors';
import { maxTotalMarks, questionProblems, sumQuestionMarks } from '../../contract/rules/assignments';
import type { Question } from '../../contract/assignments';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid } from '../problem';
import type { Row, Db } from '../db/schema';

export type QuestionInput = z.output<typeof questionBody>;

/** @param path prefix for the path of each problem */
export const findProblems = (question: QuestionInput, path = ''): ProblemDetail[] =>
  questionProblems(question).map((problem) => ({
    path: path + problem.path,
    message: ruleMessages[problem.problem],
  }));

/** @throws VALIDATION if the sum exceeds the limit of an assignment */
export function refuseTooManyMarks(questions: readonly { marks: number }[], path: string): void {
  if ((sumQuestionMarks(questions) ?? 0) > maxTotalMarks)
    throw invalid({ path, message: ruleMessages.totalOver(maxTotalMarks) });
}

/** Columns that the question type does not use are null. */
export const questionColumns = ({ question_text, question_type, marks, correct_answer }: QuestionInput) => ({
  question_text,
  question_type,
  marks,
  correct_answer:
    question_type === 'true_false' || question_type === 'text' ? (correct_answer ?? null) : null,
});

export const usedOptions = ({ question_type, options }: QuestionInput): QuestionInput['options'] =>
  question_type === 'multiple_choice' ? options : [];

export const optionColumns = (option: QuestionInput['options'][number], index: number) => ({
  position: index + 1,
  option_text: option.option_text,
  is_correct: option.is_correct ? 1 : 0,
});

/** @returns the ids of the questions */
export async function insertQuestions(
  unit: UnitOfWork,
  assignmentId: number,
  questions: readonly QuestionInput[],
  firstPosition = 1,
): Promise<number[]> {
  const rows = await unit.insertMany(
    'assignment_questions',
    questions.map((question, index) => ({
      assignment_id: assignmentId,
      position: firstPosition + index,
      ...questionColumns(question),
      options_changed_at: unit.now,
    })),
  );
  const options = questions.flatMap((question, index) =>
    usedOptions(question).map((option, optionIndex) => ({
      question_id: rows[index]?.id ?? 0,
      ...optionColumns(option, optionIndex),
    })),
  );
  await unit.insertMany('question_options', options);
  return rows.map(({ id }) => id);
}

/** Includes the answer key. */
export type StoredQuestion = Row<'assignment_questions'> & {
  options: { id: number; option_text: string; is_correct: boolean }[];
};

export async function loadQuestions(db: Db, assignmentId: number): Promise<StoredQuestion[]> {
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
  const questionsById = new Map<number, StoredQuestion>(
    questions.map((question) => [question.id, { ...question, options: [] }]),
  );
  for (const { question_id, is_correct, ...option } of options)
    questionsById.get(question_id)?.options.push({ ...option, is_correct: is_correct === 1 });
  return [...questionsById.values()];
}

export const toOptions = (
  { options }: Pick<StoredQuestion, 'options'>,
  showsKey: boolean,
): Question['options'] =>
  options.map(({ id, option_text, is_correct }) =>
    showsKey ? { id, option_text, is_correct } : { id, option_text },
  );

/** @param showsKey true for staff; for students only if `isKeyOpen` */
export const toQuestion = (question: StoredQuestion, showsKey: boolean): Question => ({
  id: question.id,
  question_text: question.question_text,
  question_type: question.question_type,
  marks: question.marks,
  ...(showsKey && { correct_answer: question.correct_answer }),
  options: toOptions(question, showsKey),
  version: question.version,
});

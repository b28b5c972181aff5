import type { z } from 'zod';
import type { questionBody } from '../../contract/assignmentCalls';
import { type ProblemDetail, ruleMessages } from '../../contract/errors';
import { maxTotalMarks, questionProblems, totalOfQuestions } from '../../contract/rules/assignments';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid } from '../problem';

/** A question as a body has it. */
export type SentQuestion = z.output<typeof questionBody>;

/** What is wrong with a question, below `path`. */
export const problemsOf = (question: SentQuestion, path = ''): ProblemDetail[] =>
  questionProblems(question).map((found) => ({
    path: path + found.path,
    message: ruleMessages[found.problem],
  }));

/** @throws VALIDATION when questions have more marks than an assignment may have */
export function refuseTotalOver(questions: readonly { marks: number }[], path: string): void {
  if ((totalOfQuestions(questions) ?? 0) > maxTotalMarks)
    throw invalid({ path, message: ruleMessages.totalOver(maxTotalMarks) });
}

/** What is stored of a question; what its type has no use for is left out. */
export const questionColumns = ({ question_text, question_type, marks, correct_answer }: SentQuestion) => ({
  question_text,
  question_type,
  marks,
  correct_answer:
    question_type === 'true_false' || question_type === 'text' ? (correct_answer ?? null) : null,
});

/** The options that are stored of a question. */
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
  if (questions.length === 0) return [];
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
  if (options.length > 0) await unit.insertMany('question_options', options);
  return rows.map(({ id }) => id);
}

import type { z } from 'zod';
import type { assignmentsApi } from '../../contract/assignmentCalls';
import { type ProblemDetail, ruleMessages } from '../../contract/errors';
import { invalid } from '../problem';
import type { StoredQuestion } from './questions';

export type SentAnswers = z.output<(typeof assignmentsApi.submit)['body']>['answers'];
/** What a student says to a question. */
export interface Given {
  answer_text: string | null;
  selected_option_id: number | null;
}

/**
 * What is answered, by question. An answer to a question that is there no longer is left out: it may have been deleted
 * while the student was writing.
 * @throws VALIDATION naming each answer that does not fit its question
 */
export function givenAnswers(
  sent: SentAnswers,
  questions: readonly StoredQuestion[],
): ReadonlyMap<number, Given> {
  const known = new Map(questions.map((question) => [question.id, question]));
  const given = new Map<number, Given>();
  const problems: ProblemDetail[] = [];
  sent.forEach((answer, place) => {
    const at = `answers.${place}`;
    const one: Given = {
      answer_text: answer.answer_text ?? null,
      selected_option_id: answer.selected_option_id ?? null,
    };
    const question = known.get(answer.question_id);
    if (given.has(answer.question_id))
      problems.push({ path: `${at}.question_id`, message: ruleMessages.questionTwice });
    else if (one.answer_text !== null && one.selected_option_id !== null)
      problems.push({ path: at, message: ruleMessages.textAndOption });
    else if (question) problems.push(...misfits(question, one, at));
    given.set(answer.question_id, one);
  });
  if (problems.length > 0) throw invalid(...problems);
  return given;
}

function misfits(
  { question_type, options }: StoredQuestion,
  { answer_text, selected_option_id }: Given,
  at: string,
): ProblemDetail[] {
  const option = `${at}.selected_option_id`;
  const text = `${at}.answer_text`;
  if (question_type === 'multiple_choice') {
    if (answer_text !== null) return [{ path: text, message: ruleMessages.textForChoice }];
    const isOwn = selected_option_id === null || options.some(({ id }) => id === selected_option_id);
    return isOwn ? [] : [{ path: option, message: ruleMessages.unknownOption }];
  }
  if (selected_option_id !== null) return [{ path: option, message: ruleMessages.optionForText }];
  const isTrueOrFalse = answer_text === null || answer_text === 'true' || answer_text === 'false';
  if (question_type === 'true_false' && !isTrueOrFalse)
    return [{ path: text, message: ruleMessages.answerTrueOrFalse }];
  return [];
}

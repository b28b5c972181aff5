import type { Question } from '../../../../contract/assignments';
import { cleanLines } from '../../../../contract/rules/arabicText';
import { type GivenAnswer, isUnanswered } from '../../../../contract/rules/assignments';

/** The answers, by question id. */
export type Answers = Readonly<Record<number, GivenAnswer>>;
export type ListedAnswer = { question_id: number } & GivenAnswer;

const nothing: GivenAnswer = { answer_text: null, selected_option_id: null };

export const answerTo = (answers: Answers, questionId: number): GivenAnswer => answers[questionId] ?? nothing;

/** The answers with one changed; an empty answer is removed. */
export function setAnswer(answers: Answers, questionId: number, answer: GivenAnswer): Answers {
  const { [questionId]: _before, ...others } = answers;
  return isEmpty(answer) ? others : { ...others, [questionId]: answer };
}

// Blanks are kept while somebody types.
const isEmpty = ({ answer_text, selected_option_id }: GivenAnswer) =>
  selected_option_id === null && (answer_text ?? '') === '';

export const fromList = (list: readonly ListedAnswer[]): Answers =>
  Object.fromEntries(
    list
      .filter((one) => !isEmpty(one))
      .map(({ question_id, answer_text, selected_option_id }) => [
        question_id,
        { answer_text, selected_option_id },
      ]),
  );

/** What the assignment asks for, as far as an answer depends on it: it may change while somebody answers. */
type Asked = Pick<Question, 'id' | 'question_type' | 'options'>;

/** The answer to a question, if it still is one: a teacher may have deleted the chosen option. */
export function fitAnswer(answer: GivenAnswer, { question_type, options }: Asked): GivenAnswer {
  if (question_type !== 'multiple_choice') return { ...nothing, answer_text: answer.answer_text };
  const chosen = answer.selected_option_id;
  return options.some(({ id }) => id === chosen) ? { ...nothing, selected_option_id: chosen } : nothing;
}

/** As the server takes them: of the questions that there are, each with a text or an option. */
export const toList = (answers: Answers, questions: readonly Asked[]): ListedAnswer[] =>
  questions.flatMap((question) => {
    const answer = fitAnswer(answerTo(answers, question.id), question);
    return isUnanswered(answer) ? [] : [{ question_id: question.id, ...answer }];
  });

/** The questions that wait for an answer; spec 2 §5. */
export const findUnanswered = <Q extends Asked>(answers: Answers, questions: readonly Q[]): Q[] =>
  questions.filter((question) => isUnanswered(fitAnswer(answerTo(answers, question.id), question)));

export const findOrphans = (answers: Answers, questions: readonly Pick<Question, 'id'>[]): ListedAnswer[] => {
  const asked = new Set(questions.map(({ id }) => id));
  return Object.entries(answers)
    .filter(([id, answer]) => !asked.has(Number(id)) && !isUnanswered(answer))
    .map(([id, answer]) => ({ question_id: Number(id), ...answer }));
};

/** Whether the server would store the same: blanks around and between words make no difference. */
export const isSameAnswer = (one: GivenAnswer, other: GivenAnswer): boolean =>
  one === other ||
  (one.selected_option_id === other.selected_option_id && isSameText(one.answer_text, other.answer_text));

const isSameText = (one: string | null, other: string | null) =>
  one === other || cleanLines(one ?? '') === cleanLines(other ?? '');

export const isSame = (some: Answers, others: Answers): boolean =>
  questionsOf(some, others).every((id) => isSameAnswer(answerTo(some, id), answerTo(others, id)));

const questionsOf = (...sets: Answers[]): number[] => [
  ...new Set(sets.flatMap((set) => Object.keys(set).map(Number))),
];

/**
 * Merges the answers of two devices: what only one has changed since `base` is taken from it; what both have changed
 * differently is a clash, and stays as on this device until the person has chosen. An answer that the other
 * device has removed stays: it is seen here, and can be removed again.
 */
export function mergeAnswers(
  base: Answers,
  here: Answers,
  there: Answers,
): { answers: Answers; clashes: number[] } {
  let answers: Answers = {};
  const clashes: number[] = [];
  for (const id of questionsOf(base, here, there)) {
    const [before, mine, theirs] = [answerTo(base, id), answerTo(here, id), answerTo(there, id)];
    const isMineOld = isSameAnswer(mine, before);
    if (!isMineOld && !isSameAnswer(theirs, before) && !isSameAnswer(mine, theirs)) clashes.push(id);
    answers = setAnswer(answers, id, isMineOld && !isEmpty(theirs) ? theirs : mine);
  }
  return { answers, clashes };
}

import type { Question } from '../../../../contract/assignments';
import { cleanLines } from '../../../../contract/rules/arabicText';
import { type StudentAnswer, isUnanswered } from '../../../../contract/rules/assignments';

/** The answers, by question id. */
export type Answers = Readonly<Record<number, StudentAnswer>>;
export type ListedAnswer = { question_id: number } & StudentAnswer;

const nothing: StudentAnswer = { answer_text: null, selected_option_id: null };

export const answerTo = (answers: Answers, questionId: number): StudentAnswer =>
  answers[questionId] ?? nothing;

/** The answers with one changed; an empty answer is removed. */
export function setAnswer(answers: Answers, questionId: number, answer: StudentAnswer): Answers {
  const { [questionId]: _before, ...others } = answers;
  return isEmpty(answer) ? others : { ...others, [questionId]: answer };
}

// Spaces alone count as an answer here, so that they stay while the student types.
const isEmpty = ({ answer_text, selected_option_id }: StudentAnswer) =>
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

/** What an answer depends on in its question; a teacher may change it while the student answers. */
type QuestionForm = Pick<Question, 'id' | 'question_type' | 'options'>;

/** The answer as far as it still fits the question: a teacher may have deleted the chosen option. */
export function fitAnswer(answer: StudentAnswer, { question_type, options }: QuestionForm): StudentAnswer {
  if (question_type !== 'multiple_choice') return { ...nothing, answer_text: answer.answer_text };
  const chosen = answer.selected_option_id;
  return options.some(({ id }) => id === chosen) ? { ...nothing, selected_option_id: chosen } : nothing;
}

/** The answers as the server takes them: of existing questions, each with a text or an option. */
export const toList = (answers: Answers, questions: readonly QuestionForm[]): ListedAnswer[] =>
  questions.flatMap((question) => {
    const answer = fitAnswer(answerTo(answers, question.id), question);
    return isUnanswered(answer) ? [] : [{ question_id: question.id, ...answer }];
  });

/** The questions without an answer; spec 2 §5. */
export const findUnanswered = <Q extends QuestionForm>(answers: Answers, questions: readonly Q[]): Q[] =>
  questions.filter((question) => isUnanswered(fitAnswer(answerTo(answers, question.id), question)));

/** The answers to questions that no longer exist. */
export const findOrphans = (answers: Answers, questions: readonly Pick<Question, 'id'>[]): ListedAnswer[] => {
  const asked = new Set(questions.map(({ id }) => id));
  return Object.entries(answers)
    .filter(([id, answer]) => !asked.has(Number(id)) && !isUnanswered(answer))
    .map(([id, answer]) => ({ question_id: Number(id), ...answer }));
};

/** Whether the server would store the same answer: it removes spaces around words, and repeated ones between them. */
export const isSameAnswer = (one: StudentAnswer, other: StudentAnswer): boolean =>
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
 * Merges the answers of two devices. An answer that only one device changed since `base` is taken from that device. An
 * answer that both changed differently is a clash, and stays as on this device until the person has chosen. An answer
 * that the other device removed stays: the person sees it here, and can remove it again.
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
    const isMineUnchanged = isSameAnswer(mine, before);
    if (!isMineUnchanged && !isSameAnswer(theirs, before) && !isSameAnswer(mine, theirs)) clashes.push(id);
    answers = setAnswer(answers, id, isMineUnchanged && !isEmpty(theirs) ? theirs : mine);
  }
  return { answers, clashes };
}

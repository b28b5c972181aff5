import type { Question } from '../../../../contract/assignments';
import { cleanLines } from '../../../../contract/rules/arabicText';
import { type StudentAnswer, isUnanswered } from '../../../../contract/rules/assignments';

/** By question id. */
export type Answers = Readonly<Record<number, StudentAnswer>>;
export type ListedAnswer = { question_id: number } & StudentAnswer;

const noAnswer: StudentAnswer = { answer_text: null, selected_option_id: null };

export const answerTo = (answers: Answers, questionId: number): StudentAnswer =>
  answers[questionId] ?? noAnswer;

/** Removes an empty answer. */
export function setAnswer(answers: Answers, questionId: number, answer: StudentAnswer): Answers {
  const { [questionId]: _before, ...others } = answers;
  return isEmpty(answer) ? others : { ...others, [questionId]: answer };
}

// Spaces alone count as an answer here, so that they stay while the student types.
const isEmpty = ({ answer_text, selected_option_id }: StudentAnswer) =>
  selected_option_id === null && (answer_text ?? '') === '';

export const answersById = (list: readonly ListedAnswer[]): Answers =>
  Object.fromEntries(
    list
      .filter((one) => !isEmpty(one))
      .map(({ question_id, answer_text, selected_option_id }) => [
        question_id,
        { answer_text, selected_option_id },
      ]),
  );

/** The fields on which an answer depends; a teacher may change them meanwhile. */
type AnswerableQuestion = Pick<Question, 'id' | 'question_type' | 'options'>;

/** Empty if a teacher has deleted the chosen option. */
export function fitAnswer(
  answer: StudentAnswer,
  { question_type, options }: AnswerableQuestion,
): StudentAnswer {
  if (question_type !== 'multiple_choice') return { ...noAnswer, answer_text: answer.answer_text };
  const chosen = answer.selected_option_id;
  return options.some(({ id }) => id === chosen) ? { ...noAnswer, selected_option_id: chosen } : noAnswer;
}

/** For the server: answers to existing questions, each with a text or an option. */
export const listAnswers = (answers: Answers, questions: readonly AnswerableQuestion[]): ListedAnswer[] =>
  questions.flatMap((question) => {
    const answer = fitAnswer(answerTo(answers, question.id), question);
    return isUnanswered(answer) ? [] : [{ question_id: question.id, ...answer }];
  });

/** Spec 2 §5. */
export const findUnanswered = <Q extends AnswerableQuestion>(
  answers: Answers,
  questions: readonly Q[],
): Q[] => questions.filter((question) => isUnanswered(fitAnswer(answerTo(answers, question.id), question)));

export const findOrphanAnswers = (
  answers: Answers,
  questions: readonly Pick<Question, 'id'>[],
): ListedAnswer[] => {
  const questionIds = new Set(questions.map(({ id }) => id));
  return Object.entries(answers)
    .filter(([id, answer]) => !questionIds.has(Number(id)) && !isUnanswered(answer))
    .map(([id, answer]) => ({ question_id: Number(id), ...answer }));
};

/** Whether the server would store the same answer: it trims and collapses spaces. */
export const isSameAnswer = (a: StudentAnswer, b: StudentAnswer): boolean =>
  a === b || (a.selected_option_id === b.selected_option_id && isSameText(a.answer_text, b.answer_text));

const isSameText = (a: string | null, b: string | null) =>
  a === b || cleanLines(a ?? '') === cleanLines(b ?? '');

export const hasSameAnswers = (a: Answers, b: Answers): boolean =>
  collectQuestionIds(a, b).every((id) => isSameAnswer(answerTo(a, id), answerTo(b, id)));

const collectQuestionIds = (...sets: Answers[]): number[] => [
  ...new Set(sets.flatMap((set) => Object.keys(set).map(Number))),
];

/**
 * Merges the answers of two devices. If only one device changed an answer since `base`, its answer counts. If both
 * changed it differently, it is a clash and stays as it is here. An answer that the other device removed stays too.
 */
export function mergeAnswers(
  base: Answers,
  local: Answers,
  remote: Answers,
): { answers: Answers; clashes: number[] } {
  let answers: Answers = {};
  const clashes: number[] = [];
  for (const id of collectQuestionIds(base, local, remote)) {
    const [baseAnswer, mine, theirs] = [answerTo(base, id), answerTo(local, id), answerTo(remote, id)];
    const isMineUnchanged = isSameAnswer(mine, baseAnswer);
    if (!isMineUnchanged && !isSameAnswer(theirs, baseAnswer) && !isSameAnswer(mine, theirs))
      clashes.push(id);
    answers = setAnswer(answers, id, isMineUnchanged && !isEmpty(theirs) ? theirs : mine);
  }
  return { answers, clashes };
}

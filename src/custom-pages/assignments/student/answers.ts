import type { Question } from '../../../../contract/assignments';
import { cleanLines } from '../../../../contract/rules/arabicText';
import { type StudentAnswer, isUnanswered } from '../../../../contract/rules/assignments';

/** The keys are question ids. */
export type Answers = Readonly<Record<number, StudentAnswer>>;
export type ListedAnswer = { question_id: number } & StudentAnswer;

const noAnswer: StudentAnswer = { answer_text: null, selected_option_id: null };

export const answerTo = (answers: Answers, questionId: number): StudentAnswer =>
  answers[questionId] ?? noAnswer;

export function setAnswer(answers: Answers, questionId: number, answer: StudentAnswer): Answers {
  const { [questionId]: _before, ...others } = answers;
  return isEmpty(answer) ? others : { ...others, [questionId]: answer };
}

// Spaces count as an answer here, so that they do not disappear while the student types.
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

/** An answer depends on these fields, and a teacher may change them. */
type AnswerableQuestion = Pick<Question, 'id' | 'question_type' | 'options'>;

/** Returns an empty answer if the chosen option was deleted. */
export function fitAnswer(
  answer: StudentAnswer,
  { question_type, options }: AnswerableQuestion,
): StudentAnswer {
  if (question_type !== 'multiple_choice') return { ...noAnswer, answer_text: answer.answer_text };
  const chosenId = answer.selected_option_id;
  return options.some(({ id }) => id === chosenId) ? { ...noAnswer, selected_option_id: chosenId } : noAnswer;
}

/** Returns the request body: only answers to existing questions, and no empty answers. */
export const listAnswers = (answers: Answers, questions: readonly AnswerableQuestion[]): ListedAnswer[] =>
  questions.flatMap((question) => {
    const answer = fitAnswer(answerTo(answers, question.id), question);
    return isUnanswered(answer) ? [] : [{ question_id: question.id, ...answer }];
  });

/** Spec 2 §5 defines an unanswered question. */
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

/** The server trims and collapses spaces, so texts that differ only in spaces are the same. */
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
 * If only one device changed an answer since `base`, that answer counts. If both devices changed it
 * differently, it is a clash and the local answer stays. An answer that the other device removed stays too.
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

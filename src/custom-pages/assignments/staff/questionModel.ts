import type { QuestionInput } from '../../../../contract/assignmentCalls';
import { maxOptions, type Question } from '../../../../contract/assignments';
import { cleanText, foldDigits } from '../../../../contract/rules/arabicText';
import {
  defaultQuestionMarks,
  maxQuestionMarks,
  questionProblems,
} from '../../../../contract/rules/assignments';
import type { QuestionType } from '../../../../contract/vocabulary';
import type { PlainTextKey } from '../../../i18n/text';

export interface QuestionForm {
  /** Identifies a question while the user changes the order. */
  key: string;
  question_text: string;
  question_type: QuestionType;
  marks: string;
  /** `'true'`, `'false'` or a text; empty for essays and multiple choice. */
  correct_answer: string;
  options: { id?: number | undefined; text: string }[];
  /** Index of the correct option; null until the user chooses one. */
  right: number | null;
}

let lastKey = 0;
const newKey = () => `${Date.now()}-${(lastKey += 1)}`;

const minOptions = 2;
const initialOptions = 4;
export const canAddOption = ({ options }: QuestionForm) => options.length < maxOptions;
export const canRemoveOption = ({ options }: QuestionForm) => options.length > minOptions;

export const emptyQuestion = (type: QuestionType): QuestionForm => ({
  key: newKey(),
  question_text: '',
  question_type: type,
  marks: String(defaultQuestionMarks),
  correct_answer: '',
  options: type === 'multiple_choice' ? Array.from({ length: initialOptions }, () => ({ text: '' })) : [],
  right: null,
});

export function questionForm(question: Question): QuestionForm {
  const right = question.options.findIndex(({ is_correct }) => is_correct);
  return {
    key: String(question.id),
    question_text: question.question_text,
    question_type: question.question_type,
    marks: String(question.marks),
    correct_answer: question.correct_answer ?? '',
    options: question.options.map(({ id, option_text }) => ({ id, text: option_text })),
    right: right < 0 ? null : right,
  };
}

/** The text and the marks stay; the other fields become empty. */
export const changeType = (question: QuestionForm, type: QuestionType): QuestionForm => ({
  ...emptyQuestion(type),
  key: question.key,
  question_text: question.question_text,
  marks: question.marks,
});

export function removeOption(question: QuestionForm, index: number): QuestionForm {
  const { right } = question;
  const newRight = right !== null && right > index ? right - 1 : right;
  return {
    ...question,
    options: question.options.filter((_, optionIndex) => optionIndex !== index),
    right: right === index ? null : newRight,
  };
}

/** Accepts digits of any script. Returns NaN if the text is not a whole number. */
export function parseWholeNumber(text: string): number {
  const digits = foldDigits(cleanText(text));
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}

export const parseMarks = ({ marks }: QuestionForm): number => parseWholeNumber(marks);

const isBlank = (text: string) => cleanText(text) === '';

/** Removes empty options at the end, because the form shows four options and two are enough. */
function filledOptions({ options }: QuestionForm): QuestionForm['options'] {
  const lastFilled = options.findLastIndex(({ id, text }) => id !== undefined || !isBlank(text));
  return options.slice(0, lastFilled + 1);
}

export type QuestionProblem =
  | { field: 'question_text' | 'options' | 'correct_answer'; key: PlainTextKey }
  | { field: 'marks'; least: number; most: number };

const messageKeys = {
  questionTextMissing: 'assignments.enterText',
  tooFewOptions: 'assignments.fewOptions',
  notOneRightOption: 'assignments.enterRight',
  notTrueOrFalse: 'assignments.enterRight',
} as const satisfies Record<ReturnType<typeof questionProblems>[number]['problem'], PlainTextKey>;

/** Returns the first problem that prevents a save; null for a valid question (spec 2 §5). */
export function questionProblem(question: QuestionForm): QuestionProblem | null {
  const { right } = question;
  const options = filledOptions(question);
  const markedOptions = options.map((_, index) => ({ is_correct: index === right }));
  const [ruleProblem] = questionProblems({ ...question, options: markedOptions });
  if (ruleProblem?.problem === 'questionTextMissing')
    return { field: 'question_text', key: messageKeys[ruleProblem.problem] };
  const marks = parseMarks(question);
  if (!(marks >= 1 && marks <= maxQuestionMarks)) return { field: 'marks', least: 1, most: maxQuestionMarks };
  const texts = options.map(({ text }) => cleanText(text));
  if (texts.includes('')) return { field: 'options', key: 'assignments.enterOptions' };
  if (new Set(texts).size < texts.length) return { field: 'options', key: 'assignments.sameOptions' };
  if (!ruleProblem) return null;
  const field = ruleProblem.problem === 'notTrueOrFalse' ? 'correct_answer' : 'options';
  return { field, key: messageKeys[ruleProblem.problem] };
}

/** Essays and multiple choice have no answer text. If `version` is set, the options keep their ids. */
export function questionBody(question: QuestionForm, version?: number): QuestionInput {
  const { question_type, question_text, right } = question;
  const hasText = question_type === 'true_false' || question_type === 'text';
  return {
    question_text,
    question_type,
    marks: parseMarks(question),
    correct_answer: hasText && !isBlank(question.correct_answer) ? question.correct_answer : null,
    options:
      question_type === 'multiple_choice'
        ? filledOptions(question).map(({ id, text }, index) => ({
            ...(id === undefined || version === undefined ? {} : { id }),
            option_text: text,
            is_correct: index === right,
          }))
        : [],
    ...(version === undefined ? {} : { version }),
  };
}

/** Returns an unchanged copy if the item cannot move. */
export function moveItem<T>(list: readonly T[], from: number, step: -1 | 1): T[] {
  const to = from + step;
  const moved = [...list];
  const [item] = moved.splice(from, 1);
  if (item === undefined || to < 0 || to > moved.length) return [...list];
  moved.splice(to, 0, item);
  return moved;
}

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
  /** Identifies the question while it is moved in the form. */
  key: string;
  question_text: string;
  question_type: QuestionType;
  marks: string;
  /** `'true'`, `'false'` or a text; empty for the other types. */
  correct_answer: string;
  options: { id?: number | undefined; text: string }[];
  /** The index of the right option; null until one is chosen. So there is never more than one. */
  right: number | null;
}

let lastKey = 0;
const newKey = () => `${Date.now()}-${(lastKey += 1)}`;

const minOptions = 2;
const offeredOptions = 4;
export const canAddOption = ({ options }: QuestionForm) => options.length < maxOptions;
export const canRemoveOption = ({ options }: QuestionForm) => options.length > minOptions;

export const emptyQuestion = (type: QuestionType): QuestionForm => ({
  key: newKey(),
  question_text: '',
  question_type: type,
  marks: String(defaultQuestionMarks),
  correct_answer: '',
  options: type === 'multiple_choice' ? Array.from({ length: offeredOptions }, () => ({ text: '' })) : [],
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

/** Changes the type; the text and the marks stay, the rest starts empty. */
export const changeType = (question: QuestionForm, type: QuestionType): QuestionForm => ({
  ...emptyQuestion(type),
  key: question.key,
  question_text: question.question_text,
  marks: question.marks,
});

export function removeOption(question: QuestionForm, index: number): QuestionForm {
  const { right } = question;
  const place = right !== null && right > index ? right - 1 : right;
  return {
    ...question,
    options: question.options.filter((_, other) => other !== index),
    right: right === index ? null : place,
  };
}

/** A whole number in digits of any script; NaN for anything else. */
export function wholeNumber(text: string): number {
  const digits = foldDigits(cleanText(text));
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}

export const marksOf = ({ marks }: QuestionForm): number => wholeNumber(marks);

const isBlank = (text: string) => cleanText(text) === '';

/** The options without empty ones at the end: a new question shows four, but needs only two. */
function filledOptions({ options }: QuestionForm): QuestionForm['options'] {
  const last = options.findLastIndex(({ id, text }) => id !== undefined || !isBlank(text));
  return options.slice(0, last + 1);
}

export type QuestionProblem =
  | { field: 'question_text' | 'options' | 'correct_answer'; key: PlainTextKey }
  | { field: 'marks'; least: number; most: number };

const sentences = {
  questionTextMissing: 'assignments.enterText',
  tooFewOptions: 'assignments.fewOptions',
  notOneRightOption: 'assignments.enterRight',
  notTrueOrFalse: 'assignments.enterRight',
} as const satisfies Record<ReturnType<typeof questionProblems>[number]['problem'], PlainTextKey>;

/** The first problem that prevents saving a question; null if it is valid. Spec 2 §5. */
export function questionProblem(question: QuestionForm): QuestionProblem | null {
  const { right } = question;
  const options = filledOptions(question);
  const keyed = options.map((_, index) => ({ is_correct: index === right }));
  const [first] = questionProblems({ ...question, options: keyed });
  if (first?.problem === 'questionTextMissing')
    return { field: 'question_text', key: sentences[first.problem] };
  const marks = marksOf(question);
  if (!(marks >= 1 && marks <= maxQuestionMarks)) return { field: 'marks', least: 1, most: maxQuestionMarks };
  const texts = options.map(({ text }) => cleanText(text));
  if (texts.includes('')) return { field: 'options', key: 'assignments.enterOptions' };
  if (new Set(texts).size < texts.length) return { field: 'options', key: 'assignments.sameOptions' };
  if (!first) return null;
  const field = first.problem === 'notTrueOrFalse' ? 'correct_answer' : 'options';
  return { field, key: sentences[first.problem] };
}

/**
 * The question as it is sent; essays and multiple choice have no answer text, other types no options.
 * @param version of the stored question, if the server sends it: then the options keep their ids
 */
export function questionBody(question: QuestionForm, version?: number): QuestionInput {
  const { question_type, question_text, right } = question;
  const hasText = question_type === 'true_false' || question_type === 'text';
  return {
    question_text,
    question_type,
    marks: marksOf(question),
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

/** The list with one item moved by a step; the same list if it cannot move. */
export function moveItem<T>(list: readonly T[], from: number, step: -1 | 1): T[] {
  const to = from + step;
  const after = [...list];
  const [one] = after.splice(from, 1);
  if (one === undefined || to < 0 || to > after.length) return [...list];
  after.splice(to, 0, one);
  return after;
}

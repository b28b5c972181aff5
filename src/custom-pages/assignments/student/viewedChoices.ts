import type { Question } from '../../../../contract/assignments';
import type { GivenAnswer } from '../../../../contract/rules/assignments';

/** A choice as the solution shows it; `isRight` is undefined while the key is not open. */
export interface ViewedChoice {
  value: string;
  /** Null: the word for true or false. */
  text: string | null;
  isChosen: boolean;
  isRight: boolean | undefined;
}

/** The choices of a question of two or more; null for what is answered in words. */
export function viewedChoices(question: Question, answer: GivenAnswer): ViewedChoice[] | null {
  if (question.question_type === 'multiple_choice')
    return question.options.map(({ id, option_text, is_correct }) => ({
      value: String(id),
      text: option_text,
      isChosen: id === answer.selected_option_id,
      isRight: is_correct,
    }));
  if (question.question_type !== 'true_false') return null;
  const key = question.correct_answer;
  return ['true', 'false'].map((value) => ({
    value,
    text: null,
    isChosen: answer.answer_text === value,
    isRight: key === undefined || key === null ? undefined : key === value,
  }));
}

import type { Question } from '../../../../contract/assignments';
import type { GivenAnswer } from '../../../../contract/rules/assignments';
import type { Text } from '../../../i18n/useText';

/** An answer as text; a choice of a question that is there no longer says only that. */
export function textOfAnswer(question: Question | undefined, answer: GivenAnswer, t: Text): string {
  const { answer_text, selected_option_id } = answer;
  if (selected_option_id !== null) {
    const option = question?.options.find(({ id }) => id === selected_option_id);
    return option?.option_text ?? t('ownAssignments.removedOption');
  }
  if (question?.question_type === 'true_false' || !question) {
    if (answer_text === 'true') return t('ownAssignments.isTrue');
    if (answer_text === 'false') return t('ownAssignments.isFalse');
  }
  return answer_text ?? '';
}

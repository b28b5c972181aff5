import Typography from '@mui/material/Typography';
import type { Question } from '../../../../contract/assignments';
import { type GivenAnswer, isUnanswered } from '../../../../contract/rules/assignments';
import { type Text, useText } from '../../../i18n/useText';
import { PlainText } from '../../../ui/page/PlainText';

/** An answer as text, whatever the type of its question. */
export function AnswerShown({ question, answer }: { question: Question | undefined; answer: GivenAnswer }) {
  const t = useText();
  if (isUnanswered(answer))
    return <Typography color="text.secondary">{t('ownAssignments.noAnswer')}</Typography>;
  return <PlainText>{textOfAnswer(question, answer, t)}</PlainText>;
}

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

import Typography from '@mui/material/Typography';
import type { Question } from '../../../../contract/assignments';
import { type GivenAnswer, isUnanswered } from '../../../../contract/rules/assignments';
import { useText } from '../../../i18n/useText';
import { PlainText } from '../../../ui/page/PlainText';
import { textOfAnswer } from './textOfAnswer';

/** An answer as text, whatever the type of its question. */
export function AnswerShown({ question, answer }: { question: Question | undefined; answer: GivenAnswer }) {
  const t = useText();
  if (isUnanswered(answer))
    return <Typography color="text.secondary">{t('ownAssignments.noAnswer')}</Typography>;
  return <PlainText>{textOfAnswer(question, answer, t)}</PlainText>;
}

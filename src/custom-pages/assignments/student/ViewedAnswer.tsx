import Typography from '@mui/material/Typography';
import type { AssignmentDetail, Question } from '../../../../contract/assignments';
import { isUnanswered } from '../../../../contract/rules/assignments';
import { useText } from '../../../i18n/useText';
import { PlainText } from '../../../ui/page/PlainText';
import { AnswerShown } from './AnswerShown';
import { QuestionCard } from './QuestionCard';
import { Said } from './Said';
import { ScoreBadge } from './ScoreBadge';
import { ViewedChoices } from './ViewedChoices';
import { viewedChoices } from './viewedChoices';

interface ViewedAnswerProps {
  question: Question;
  number: number;
  answer: NonNullable<AssignmentDetail['submission']>['answers'][number];
}

/** A question with what was answered, its score, and the right answer once the server tells it. Spec 2 §2. */
export function ViewedAnswer({ question, number, answer }: ViewedAnswerProps) {
  const t = useText();
  const choices = viewedChoices(question, answer);
  const model = question.question_type === 'text' ? question.correct_answer : null;
  const { feedback } = answer;
  return (
    <QuestionCard
      question={question}
      number={number}
      aside={<ScoreBadge score={answer.score} marks={question.marks} />}
    >
      {choices && isUnanswered(answer) && (
        <Typography color="text.secondary">{t('ownAssignments.noAnswer')}</Typography>
      )}
      {choices ? (
        <ViewedChoices choices={choices} />
      ) : (
        <Said name={t('ownAssignments.yourAnswer')}>
          <AnswerShown question={question} answer={answer} />
        </Said>
      )}
      {model && (
        <Said name={t('ownAssignments.modelAnswer')}>
          <PlainText>{model}</PlainText>
        </Said>
      )}
      {feedback && (
        <Said name={t('ownAssignments.feedback')}>
          <PlainText>{feedback}</PlainText>
        </Said>
      )}
    </QuestionCard>
  );
}

import { Box, Card, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { Question } from '../../../../contract/assignments';
import { type StudentAnswer, isUnanswered } from '../../../../contract/rules/assignments';
import { t } from '../../../i18n/text';
import { PlainText } from '../../../ui/page/PlainText';
import { SecondaryText } from '../../../ui/page/SecondaryText';

interface QuestionCardProps {
  question: Question;
  /** Counts from 1. */
  number: number;
  /** Content beside the number; by default the marks. */
  aside?: ReactNode;
  children: ReactNode;
}

export const questionTextId = (id: number) => `question-${id}`;

export function QuestionCard({ question, number, aside, children }: QuestionCardProps) {
  const { id, marks, question_text } = question;
  return (
    <Card component="li" sx={{ p: 2, display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
        <Typography variant="h3" component="h2">
          {t('assignments.questionNumber', { number })}
        </Typography>
        {aside ?? <SecondaryText>{t('ownAssignments.marks', { smart_count: marks })}</SecondaryText>}
      </Box>
      <div id={questionTextId(id)}>
        <PlainText>{question_text}</PlainText>
      </div>
      {children}
    </Card>
  );
}

export function AnswerText({ question, answer }: { question: Question | undefined; answer: StudentAnswer }) {
  if (isUnanswered(answer))
    return <Typography color="text.secondary">{t('ownAssignments.noAnswer')}</Typography>;
  return <PlainText>{formatAnswer(question, answer)}</PlainText>;
}

/** If the chosen option was deleted, the text says so. */
export function formatAnswer(question: Question | undefined, answer: StudentAnswer): string {
  const { answer_text, selected_option_id } = answer;
  if (selected_option_id !== null) {
    const option = question?.options.find(({ id }) => id === selected_option_id);
    return option?.option_text ?? t('ownAssignments.removedOption');
  }
  if (question?.question_type === 'true_false' || !question) {
    if (answer_text === 'true') return t('assignments.isTrue');
    if (answer_text === 'false') return t('assignments.isFalse');
  }
  return answer_text ?? '';
}

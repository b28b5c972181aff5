import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { Question } from '../../../contract/assignments';
import { useText } from '../../i18n/useText';
import { PlainText } from '../../ui/page/PlainText';
import { QuestionTypeChip } from '../../ui/page/QuestionTypeChip';
import { QuestionKey } from './QuestionKey';

interface QuestionViewProps {
  question: Question;
  /** From 1. */
  number: number;
  actions?: ReactNode;
}

/** A question, with its key where the server has sent it. */
export function QuestionView({ question, number, actions }: QuestionViewProps) {
  const t = useText();
  return (
    <Card sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
        <Typography variant="h3">{t('assignments.questionNumber', { number })}</Typography>
        <QuestionTypeChip type={question.question_type} />
        <Typography variant="body2" color="text.secondary">
          {t('assignments.marks', { smart_count: question.marks })}
        </Typography>
        {actions && <Box sx={{ marginInlineStart: 'auto', display: 'flex' }}>{actions}</Box>}
      </Box>
      <PlainText>{question.question_text}</PlainText>
      <QuestionKey question={question} />
    </Card>
  );
}

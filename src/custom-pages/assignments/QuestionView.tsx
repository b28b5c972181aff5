import Correct from '@mui/icons-material/CheckCircleOutlined';
import Unchecked from '@mui/icons-material/RadioButtonUncheckedOutlined';
import { Box, Card, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { Question } from '../../../contract/assignments';
import { QuestionTypeChip } from '../../features/documents/QuestionTypeChip';
import { t } from '../../i18n/text';
import { PlainText } from '../../ui/page/PlainText';
import { SecondaryText } from '../../ui/page/SecondaryText';

interface QuestionViewProps {
  question: Question;
  /** Counts from 1. */
  number: number;
  actions?: ReactNode;
}

/** Shows the correct answers too, if the server sent them. */
export function QuestionView({ question, number, actions }: QuestionViewProps) {
  return (
    <Card sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
        <Typography variant="h3">{t('assignments.questionNumber', { number })}</Typography>
        <QuestionTypeChip type={question.question_type} />
        <SecondaryText>{t('assignments.marks', { smart_count: question.marks })}</SecondaryText>
        {actions && <Box sx={{ marginInlineStart: 'auto', display: 'flex' }}>{actions}</Box>}
      </Box>
      <PlainText>{question.question_text}</PlainText>
      <QuestionKey question={question} />
    </Card>
  );
}

/** Shows nothing if the server sends no correct answer. */
function QuestionKey({ question }: { question: Question }) {
  const { question_type: type, correct_answer: key, options } = question;
  if (type === 'multiple_choice')
    return (
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
        {options.map(({ id, option_text, is_correct }) => (
          <Option key={id} text={option_text} isCorrect={is_correct === true} />
        ))}
      </Box>
    );
  if (type === 'essay' || key === undefined) return null;
  const labels = { true: t('assignments.isTrue'), false: t('assignments.isFalse') };
  const text = type === 'true_false' && (key === 'true' || key === 'false') ? labels[key] : key;
  return (
    <Box>
      <SecondaryText variant="caption">{t('assignments.rightAnswer')}</SecondaryText>
      {text ? (
        <Box sx={{ color: 'success.main', fontWeight: 600 }}>
          <PlainText>{text}</PlainText>
        </Box>
      ) : (
        <Typography color="text.secondary">{t('assignments.noKey')}</Typography>
      )}
    </Box>
  );
}

function Option({ text, isCorrect }: { text: string; isCorrect: boolean }) {
  const Icon = isCorrect ? Correct : Unchecked;
  return (
    <Box
      component="li"
      sx={{
        px: 1.5,
        py: 0.75,
        borderRadius: 1,
        display: 'flex',
        gap: 1,
        alignItems: 'flex-start',
        ...(isCorrect && { backgroundColor: ({ colours }) => colours.successTint }),
      }}
    >
      <Icon
        fontSize="small"
        color={isCorrect ? 'success' : 'disabled'}
        sx={{ mt: 0.5 }}
        {...(isCorrect ? { titleAccess: t('assignments.isRight') } : { 'aria-hidden': true })}
      />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <PlainText>{text}</PlainText>
      </Box>
      {isCorrect && (
        <Typography
          variant="caption"
          color="success"
          sx={{ fontWeight: 700, flexShrink: 0, mt: 0.25 }}
          aria-hidden
        >
          {t('assignments.isRight')}
        </Typography>
      )}
    </Box>
  );
}

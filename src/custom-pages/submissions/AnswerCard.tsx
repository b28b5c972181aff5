import Saved from '@mui/icons-material/CloudDoneOutlined';
import Grade from '@mui/icons-material/DrawOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { Answer } from '../../../contract/assignments';
import { useText } from '../../i18n/useText';
import { PlainText } from '../../ui/page/PlainText';
import { QuestionTypeChip } from '../../ui/page/QuestionTypeChip';
import { isKept } from '../../ui/form/useKeptState';
import { AnswerScore } from './AnswerScore';
import { GivenAnswer, Said } from './GivenAnswer';
import { GradeForm } from './GradeForm';
import { placeOf } from './useGradeForm';

interface AnswerCardProps {
  answer: Answer;
  /** From 1. */
  number: number;
  submissionId: number;
  isGrading: boolean;
  /** Graded while this page is open. */
  isSaved: boolean;
  /** Not for students. */
  onGrade?: () => void;
  onClose: () => void;
  onSaved: (id: number, isOn: boolean) => void;
}

/** A question, what was answered, and what it is worth. */
export function AnswerCard(props: AnswerCardProps) {
  const { answer, number, submissionId, isGrading, isSaved, onGrade, onClose, onSaved } = props;
  const t = useText();
  const name = t('submissions.answerNumber', { number });
  const isWaiting = onGrade !== undefined && !isGrading && isKept(placeOf(answer.id));
  return (
    <Card component="li" sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography variant="h3">{name}</Typography>
        <QuestionTypeChip type={answer.question_type} />
        <Box sx={{ marginInlineStart: 'auto', display: 'flex', gap: 1, alignItems: 'center' }} role="status">
          {isWaiting && <Chip size="small" color="warning" label={t('submissions.unsaved')} />}
          {isSaved && !isWaiting && !isGrading && (
            <Chip
              size="small"
              variant="outlined"
              color="success"
              icon={<Saved aria-hidden />}
              label={t('submissions.saved')}
            />
          )}
          <AnswerScore answer={answer} />
        </Box>
      </Box>
      <PlainText>{answer.question_text}</PlainText>
      <GivenAnswer answer={answer} />
      {answer.feedback && !isGrading && (
        <Said name={t('submissions.feedback')} isTinted>
          {answer.feedback}
        </Said>
      )}
      {isGrading && (
        <GradeForm
          key={answer.version}
          answer={answer}
          name={name}
          submissionId={submissionId}
          onClose={onClose}
          onSaved={onSaved}
        />
      )}
      {onGrade && !isGrading && (
        <Button
          variant={answer.score === null ? 'contained' : 'outlined'}
          startIcon={<Grade />}
          onClick={onGrade}
          aria-label={t('submissions.gradeOf', { name })}
          sx={{ justifySelf: { sm: 'start' } }}
        >
          {t(answer.score === null ? 'submissions.grade' : 'submissions.gradeAgain')}
        </Button>
      )}
    </Card>
  );
}

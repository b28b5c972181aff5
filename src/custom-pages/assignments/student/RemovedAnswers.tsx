import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useText } from '../../../i18n/useText';
import type { ListedAnswer } from './answers';
import { AnswerShown } from './AnswerShown';

/** Answers to questions that the teacher has deleted meanwhile. */
export function RemovedAnswers({ answers }: { answers: readonly ListedAnswer[] }) {
  const t = useText();
  if (answers.length === 0) return null;
  return (
    <Alert severity="warning">
      {t('ownAssignments.removedTitle', { smart_count: answers.length })}
      {answers.map((answer) => (
        <Box key={answer.question_id} sx={{ mt: 0.5 }}>
          <AnswerShown question={undefined} answer={answer} />
        </Box>
      ))}
    </Alert>
  );
}

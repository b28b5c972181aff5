import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { SubmissionRow } from '../../../../contract/assignments';
import { isPassing } from '../../../../contract/rules/assignments';
import { useText } from '../../../i18n/useText';
import { Isolated } from '../../../ui/page/Isolated';

/** The score of the total, or that it waits, or that nobody handed in. */
export function SubmissionScore({ row }: { row: SubmissionRow }) {
  const t = useText();
  const { is_submitted, is_graded, total_score: score, total_marks: total } = row;
  if (!is_submitted) return <Typography color="text.secondary">{t('assignments.notSubmitted')}</Typography>;
  if (!is_graded || score === null)
    return <Chip size="small" color="warning" variant="outlined" label={t('assignments.awaiting')} />;
  return (
    <Typography
      component="span"
      sx={{ fontWeight: 700 }}
      color={isPassing(score, total) ? 'success.main' : 'error.main'}
    >
      <Isolated>{t('assignments.scoreOf', { score, total })}</Isolated>
    </Typography>
  );
}

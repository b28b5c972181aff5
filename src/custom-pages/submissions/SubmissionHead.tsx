import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { Submission } from '../../../contract/assignments';
import { isPassing } from '../../../contract/rules/assignments';
import { rateOf } from '../../../contract/rules/statistics';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';
import { Moment } from '../../ui/page/Moment';

/** Whose it is, when it came, and what it is worth so far. */
export function SubmissionHead({ submission, isStaff }: { submission: Submission; isStaff: boolean }) {
  const t = useText();
  const { assignment_title, student_name, university_id, is_graded, is_late, answers } = submission;
  const title = isStaff ? student_name : assignment_title;
  const waiting = answers.filter(({ score }) => score === null).length;
  return (
    <Card sx={{ p: { xs: 2, sm: 3 }, display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'flex-start' }}>
      <title>{`${isStaff ? t('submissions.title', { name: student_name }) : assignment_title} · ${t('shell.product')}`}</title>
      <Box sx={{ flex: '1 1 16rem', minWidth: 0 }}>
        <Typography variant="h1" tabIndex={-1} sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{title}</bdi>
        </Typography>
        <Typography color="text.secondary">
          <Isolated>{university_id}</Isolated>
          {' · '}
          <bdi>{isStaff ? assignment_title : student_name}</bdi>
        </Typography>
        {submission.subject_name && (
          <Typography variant="body2" color="text.secondary">
            <bdi>{submission.subject_name}</bdi> <Isolated>{submission.subject_code}</Isolated>
            {' · '}
            <bdi>{submission.batch_name}</bdi>
          </Typography>
        )}
        <Box sx={{ display: 'flex', gap: 1, mt: 1, flexWrap: 'wrap' }}>
          <Chip
            size="small"
            variant="outlined"
            color={is_graded ? 'success' : 'warning'}
            label={t(is_graded ? 'submissions.graded' : 'submissions.awaiting')}
          />
          {is_late && <Chip size="small" color="warning" label={t('submissions.late')} />}
        </Box>
      </Box>
      <Box sx={{ minWidth: '9rem' }}>
        <Typography variant="caption" color="text.secondary" component="div">
          {t('submissions.submittedAt')}
        </Typography>
        <Moment value={submission.submitted_at} />
      </Box>
      <Box sx={{ minWidth: '9rem' }}>
        <Typography variant="caption" color="text.secondary" component="div">
          {t('submissions.score')}
        </Typography>
        <Score submission={submission} />
        {isStaff && answers.length > 0 && (
          <Typography variant="caption" color="text.secondary" role="status">
            {t('submissions.waiting', { smart_count: waiting })}
          </Typography>
        )}
      </Box>
    </Card>
  );
}

function Score({
  submission: { total_score: score, total_marks: total, is_graded },
}: {
  submission: Submission;
}) {
  const t = useText();
  if (score === null) return <Typography color="text.secondary">{t('submissions.awaiting')}</Typography>;
  const isGood = isPassing(score, total);
  return (
    <>
      <Typography
        className="figure"
        sx={{ fontSize: '1.25rem', fontWeight: 700, lineHeight: 1.4 }}
        color={is_graded ? (isGood ? 'success.main' : 'error.main') : 'text.primary'}
      >
        <bdi>{t('submissions.scoreOf', { score, total })}</bdi>
      </Typography>
      <Typography variant="body2" color="text.secondary">
        <Isolated>{t('submissions.percent', { percent: rateOf(score, total) ?? 0 })}</Isolated>
        {!is_graded && ` ${t('submissions.soFar')}`}
      </Typography>
    </>
  );
}

import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { Assignment } from '../../../../contract/assignments';
import { useText } from '../../../i18n/useText';
import { Isolated } from '../../../ui/Isolated';

/** How many have handed in, and how much of it waits; nothing where the server does not count. */
export function HandedIn({ assignment }: { assignment: Assignment }) {
  const t = useText();
  const { submitted_count: submitted, students_count: total, ungraded_count: ungraded = 0 } = assignment;
  if (submitted === undefined || total === undefined) return null;
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="body2">
          <Isolated>{t('assignments.handedIn', { submitted, total })}</Isolated>
        </Typography>
        {ungraded > 0 && (
          <Typography variant="body2" color="warning">
            {t('assignments.toGrade', { smart_count: ungraded })}
          </Typography>
        )}
      </Box>
      {/* Said in words above. */}
      <LinearProgress
        aria-hidden
        variant="determinate"
        value={total === 0 ? 0 : Math.min(100, (submitted / total) * 100)}
        sx={{ mt: 0.5, borderRadius: 1 }}
      />
    </Box>
  );
}

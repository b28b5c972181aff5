import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Assignment } from '../../../../contract/assignments';
import { useText } from '../../../i18n/useText';
import { Isolated } from '../../../ui/page/Isolated';

/** How many have handed in, and how much of it waits; nothing where the server does not count. */
export function HandedIn({ assignment }: { assignment: Assignment }) {
  const t = useText();
  const { submitted_count: submitted, students_count: total, ungraded_count: ungraded = 0 } = assignment;
  if (submitted === undefined || total === undefined) return null;
  const share = total === 0 ? 0 : Math.min(100, (submitted / total) * 100);
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
      <Box
        aria-hidden
        sx={{
          mt: 0.5,
          height: 4,
          borderRadius: 1,
          overflow: 'hidden',
          backgroundColor: ({ colours }) => colours.primaryTint,
        }}
      >
        <Box sx={{ height: 1, width: `${share}%`, backgroundColor: 'primary.main' }} />
      </Box>
    </Box>
  );
}

import DoneAll from '@mui/icons-material/DoneAll';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type PlainTextKey, useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';
import type { RegisterOfDay } from './useRegister';

/** What the server has of the day, how many are present and absent as it stands here, and a way to begin anew. */
export function RegisterCounters({ day, isTaken }: { day: RegisterOfDay; isTaken: boolean }) {
  const t = useText();
  const { rows, isSaving } = day;
  const absent = rows.filter(({ isAbsent }) => isAbsent).length;
  const isArrived = day.changes === 0 && !day.queued;
  return (
    <Stack direction="row" sx={{ gap: 2, rowGap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      <Chip
        color={isTaken && isArrived ? 'success' : 'default'}
        variant="outlined"
        // Never another number of absentees than the one that stands beside it.
        label={
          !isTaken && !day.queued
            ? t('absences.notTaken')
            : isArrived
              ? t('absences.taken', { smart_count: absent })
              : t(day.changes > 0 ? 'absences.notSaved' : 'absences.notSent')
        }
      />
      <Stack
        direction="row"
        role="status"
        sx={{ gap: 2, rowGap: 0, flexWrap: 'wrap', flex: { xs: '1 1 100%', sm: 1 }, order: { xs: 1, sm: 0 } }}
      >
        <Counter label="absences.countTotal" value={rows.length} />
        <Counter label="absences.countPresent" value={rows.length - absent} />
        <Counter label="absences.countAbsent" value={absent} />
      </Stack>
      <Button startIcon={<DoneAll />} onClick={() => day.allPresent()} disabled={isSaving || absent === 0}>
        {t('absences.allPresent')}
      </Button>
    </Stack>
  );
}

function Counter({ label, value }: { label: PlainTextKey; value: number }) {
  const t = useText();
  return (
    <Typography component="span" variant="body2" color="text.secondary">
      {t(label)}:{' '}
      <Typography component="b" sx={{ fontWeight: 700, color: 'text.primary' }}>
        <Isolated>{value}</Isolated>
      </Typography>
    </Typography>
  );
}

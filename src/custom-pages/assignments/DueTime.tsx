import Clock from '@mui/icons-material/ScheduleOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { dueBand } from '../../../contract/rules/assignments';
import { gregorianDate, hijriDate, timeInZone } from '../../../contract/rules/hijri';
import { useTimeZone } from '../../dataProvider/useTimeZone';
import { useText } from '../../i18n/useText';
import { useDue } from './useDueText';

const colourOf = {
  none: 'text.secondary',
  expired: 'error.main',
  soon: 'warning.main',
  ample: 'success.main',
} as const;

/** A due time: in words, in the colour of its urgency (spec 2 §9), then in both calendars with the hour. */
export function DueTime({ value }: { value: string | null }) {
  const t = useText();
  const timeZone = useTimeZone();
  const { due, words } = useDue(value);
  return (
    <Box component="span" sx={{ display: 'block', minWidth: 0 }}>
      <Typography
        component="span"
        variant="body2"
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 0.5,
          fontWeight: 600,
          color: colourOf[dueBand(due)],
        }}
      >
        <Clock aria-hidden fontSize="inherit" />
        {words}
      </Typography>
      {value && (
        <Typography
          component="time"
          dateTime={value}
          variant="caption"
          color="text.secondary"
          sx={{ display: 'block' }}
        >
          <bdi>{hijriDate(value, { timeZone })}</bdi>
          {' · '}
          <bdi>{t('ui.gregorian', { date: gregorianDate(value, { timeZone }) })}</bdi>
          {' · '}
          <bdi>{t('assignments.dueAt', { time: timeInZone(new Date(value), timeZone) })}</bdi>
        </Typography>
      )}
    </Box>
  );
}

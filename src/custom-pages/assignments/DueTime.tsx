import Clock from '@mui/icons-material/ScheduleOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { dueBand, type DueIn, dueIn } from '../../../contract/rules/assignments';
import { gregorianDate, hijriDate, timeInZone } from '../../../contract/rules/hijri';
import { useTimeZone } from '../../dataProvider/useTimeZone';
import { type Text, useText } from '../../i18n/useText';
import { useNow } from '../../ui/page/useAgo';

const colourOf = {
  none: 'text.secondary',
  expired: 'error.main',
  soon: 'warning.main',
  ample: 'success.main',
} as const;

/** A due time: in words, in the colour of its urgency (spec 2 §9), then in both calendars with the hour. */
export function DueTime({ value }: { value: string | null }) {
  const t = useText();
  const due = dueIn(value, useNow(), useTimeZone());
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
        {dueWords(due, t)}
      </Typography>
      {value && (
        <Typography
          component="time"
          dateTime={value}
          variant="caption"
          color="text.secondary"
          sx={{ display: 'block' }}
        >
          <DueMoment value={value} />
        </Typography>
      )}
    </Box>
  );
}

/** The days until a due time in words: expired, today, tomorrow, in so many days. */
export function dueWords(due: DueIn, t: Text): string {
  if (due.kind === 'days') return t('assignments.dueDays', { smart_count: due.days });
  if (due.kind === 'none') return t('assignments.dueNone');
  if (due.kind === 'expired') return t('assignments.dueExpired');
  return t(due.kind === 'today' ? 'assignments.dueToday' : 'assignments.dueTomorrow');
}

/** The day of a due time in both calendars, and its hour. */
export function DueMoment({ value }: { value: string }) {
  const t = useText();
  const timeZone = useTimeZone();
  return (
    <>
      <bdi>{hijriDate(value, { timeZone })}</bdi>
      {' · '}
      <bdi>{t('ui.gregorian', { date: gregorianDate(value, { timeZone }) })}</bdi>
      {' · '}
      <bdi>{t('assignments.dueAt', { time: timeInZone(new Date(value), timeZone) })}</bdi>
    </>
  );
}

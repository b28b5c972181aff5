import { Box, type Theme } from '@mui/material';
import { dueBand, type TimeUntilDue, timeUntilDue } from '../../../contract/rules/assignments';
import { t } from '../../i18n/text';

const dueColours: Record<ReturnType<typeof dueBand>, (theme: Theme) => string> = {
  expired: ({ colours }) => colours.error,
  soon: ({ colours }) => colours.warning,
  ample: ({ colours }) => colours.success,
  none: ({ colours }) => colours.quietInk,
};

/** The colour shows the urgency (spec 2 §9). */
export function DueText({ dueDate, now, timeZone }: { dueDate: string | null; now: Date; timeZone: string }) {
  const due = timeUntilDue(dueDate, now, timeZone);
  return (
    <Box component="span" sx={{ fontWeight: 600, color: dueColours[dueBand(due)] }}>
      {dueText(due)}
    </Box>
  );
}

export function dueText(due: TimeUntilDue): string {
  if (due.kind === 'days') return t('assignments.dueDays', { smart_count: due.days });
  if (due.kind === 'none') return t('ui.notSpecified');
  if (due.kind === 'expired') return t('assignments.dueExpired');
  return t(due.kind === 'today' ? 'assignments.dueToday' : 'assignments.dueTomorrow');
}

import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import { dueBand, type DueIn, dueIn } from '../../../../contract/rules/assignments';
import { type Text, useText } from '../../../i18n/useText';

const inks: Record<ReturnType<typeof dueBand>, (theme: Theme) => string> = {
  expired: ({ colours }) => colours.error,
  soon: ({ colours }) => colours.warning,
  ample: ({ colours }) => colours.success,
  none: ({ colours }) => colours.quietInk,
};

interface DueTextProps {
  dueDate: string | null;
  now: Date;
  timeZone: string;
}

/** A due time in relation to today, in the colour of its nearness; spec 2 §9. */
export function DueText({ dueDate, now, timeZone }: DueTextProps) {
  const t = useText();
  const due = dueIn(dueDate, now, timeZone);
  return (
    <Box component="span" sx={{ fontWeight: 600, color: inks[dueBand(due)] }}>
      {dueWords(due, t)}
    </Box>
  );
}

function dueWords(due: DueIn, t: Text): string {
  switch (due.kind) {
    case 'none':
      return t('assignments.dueNone');
    case 'expired':
      return t('assignments.dueExpired');
    case 'today':
      return t('assignments.dueToday');
    case 'tomorrow':
      return t('assignments.dueTomorrow');
    case 'days':
      return t('assignments.dueDays', { smart_count: due.days });
  }
}

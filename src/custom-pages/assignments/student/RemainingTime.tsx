import Box from '@mui/material/Box';
import { dueBand, dueIn } from '../../../../contract/rules/assignments';
import { useText } from '../../../i18n/useText';
import { remainingUntil } from './remaining';

interface RemainingTimeProps {
  dueDate: string;
  now: Date;
  timeZone: string;
}

/** What is left until the due time, counting. */
export function RemainingTime({ dueDate, now, timeZone }: RemainingTimeProps) {
  const t = useText();
  const isSoon = dueBand(dueIn(dueDate, now, timeZone)) === 'soon';
  const [first = '', second] = remainingUntil(dueDate, now).map(({ unit, count }) =>
    t(`ownAssignments.${unit}`, { smart_count: count }),
  );
  return (
    <Box
      component="span"
      role="timer"
      className="figure"
      sx={{ fontWeight: 600, color: ({ colours }) => (isSoon ? colours.warning : colours.success) }}
    >
      {second === undefined ? first : t('ownAssignments.both', { first, second })}
    </Box>
  );
}

import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Schedule from '@mui/icons-material/ScheduleOutlined';
import Undo from '@mui/icons-material/Undo';
import Warning from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { ArchiveEntry } from '../../../contract/archive';
import { expiringSoonDays } from '../../../contract/rules/retention';
import { useText } from '../../i18n/useText';
import { mirrored } from '../../theme/mirrored';

interface OfEntry {
  entry: ArchiveEntry;
}

/** How many records went along. */
export function Related({ entry: { related_records_count: smart_count } }: OfEntry) {
  const t = useText();
  if (smart_count < 1) return null;
  return (
    <Typography variant="caption" color="text.secondary" component="p">
      {t('archive.related', { smart_count })}
    </Typography>
  );
}

const icons = { red: Warning, orange: Schedule, green: CheckCircle };
const inks = { red: 'error.main', orange: 'warning.main', green: 'success.main' };

/** Figure, sign and colour together; of what was restored nothing expires. */
export function DaysLeft({ entry: { days_until_expiration: days, can_undo } }: OfEntry) {
  const t = useText();
  if (!can_undo) return t('ui.nothing');
  const band = bandOf(days);
  const Icon = icons[band];
  return (
    <Box
      component="span"
      data-band={band}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        color: inks[band],
        fontWeight: 600,
        whiteSpace: 'nowrap',
      }}
    >
      <Icon fontSize="small" aria-hidden />
      {t('archive.days', { smart_count: Math.max(0, days) })}
    </Box>
  );
}

export function Status({ entry: { can_undo } }: OfEntry) {
  const t = useText();
  return can_undo ? (
    <Chip size="small" variant="outlined" color="success" label={t('archive.canRestore')} />
  ) : (
    <Chip size="small" variant="outlined" icon={<Undo sx={mirrored} />} label={t('archive.isUndone')} />
  );
}

const orangeDays = 15;

/** The colour of the days that remain; spec 1 §9. */
function bandOf(days: number): 'red' | 'orange' | 'green' {
  if (days <= expiringSoonDays) return 'red';
  return days <= orangeDays ? 'orange' : 'green';
}

import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { absenteeBadge } from '../../../contract/rules/attendance';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';
import type { AbsenceStatisticsQuery } from './useAbsenceStatistics';

/** Those with the most days of absence; red over 5 days, yellow over 3. Spec 2 §9. */
export function TopAbsentees({ statistics: { data, error } }: { statistics: AbsenceStatisticsQuery }) {
  const t = useText();
  const id = useId();
  if (error && !data) return null; // the figures above say so, and try again
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 2 }}>
      <Typography id={id} variant="h2">
        {t('absences.topTitle')}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {t('absences.topByDays')}
      </Typography>
      {!data ? (
        <Skeleton variant="rounded" height={200} sx={{ mt: 1 }} />
      ) : data.topAbsentees.length === 0 ? (
        <Typography color="text.secondary">{t('absences.topEmpty')}</Typography>
      ) : (
        <List component="ol" disablePadding>
          {data.topAbsentees.map(({ student_id, student_name, absence_count }, index) => (
            <ListItem key={student_id} disableGutters sx={{ gap: 1 }}>
              <Typography component="span" color="text.secondary" sx={{ minWidth: 24 }}>
                <Isolated>{index + 1}</Isolated>
              </Typography>
              <ListItemText primary={student_name} sx={{ overflowWrap: 'anywhere' }} />
              <Chip
                size="small"
                color={absenteeBadge(absence_count)}
                label={t('absences.days', { smart_count: absence_count })}
              />
            </ListItem>
          ))}
        </List>
      )}
    </Card>
  );
}

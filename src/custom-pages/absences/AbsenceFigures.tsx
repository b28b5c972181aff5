import Event from '@mui/icons-material/EventBusyOutlined';
import Excused from '@mui/icons-material/FactCheckOutlined';
import Unexcused from '@mui/icons-material/GppMaybeOutlined';
import Today from '@mui/icons-material/TodayOutlined';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useDataProvider } from 'react-admin';
import { allBatches } from '../../../contract/absences';
import { absenteeBadge } from '../../../contract/rules/attendance';
import type { Api } from '../../dataProvider';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';
import { ErrorState } from '../../ui/page/States';
import { StatCard, StatCards } from '../../ui/report/StatCard';

/** Four figures: all, excused, unexcused, and today's. */
export function AbsenceFigures({
  statistics: { data, error, refetch },
  hasBatch,
}: {
  statistics: AbsenceStatisticsQuery;
  hasBatch: boolean;
}) {
  const t = useText();
  if (error && !data)
    return <ErrorState title={t('absences.statsFailed')} error={error} onRetry={() => void refetch()} />;
  const hint = t(hasBatch ? 'absences.ofBatch' : 'absences.ofAll');
  return (
    <StatCards>
      <StatCard
        label={t('absences.total')}
        icon={<Event />}
        value={data?.totalAbsences}
        hint={data?.attendanceRate == null ? hint : t('absences.rate', { rate: data.attendanceRate })}
      />
      <StatCard
        label={t('absences.excused')}
        icon={<Excused />}
        value={data?.excusedAbsences}
        hint={t('absences.inTimes')}
      />
      <StatCard
        label={t('absences.unexcused')}
        icon={<Unexcused />}
        value={data?.unexcusedAbsences}
        hint={t('absences.inTimes')}
      />
      <StatCard
        label={t('absences.today')}
        icon={<Today />}
        value={data?.todayAbsences}
        hint={t('absences.inTimes')}
      />
    </StatCards>
  );
}

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

/** Figures of a subject, of a batch, or of everything in the person's scope. */
export function useAbsenceStatistics(batchName: string | undefined, subjectCode: string | undefined) {
  const { absenceStatistics } = useDataProvider<Api>();
  return useQuery({
    queryKey: ['absences', 'statistics', batchName ?? allBatches, subjectCode ?? null],
    queryFn: () => absenceStatistics(batchName ?? allBatches, subjectCode),
    placeholderData: keepPreviousData,
  });
}

type AbsenceStatisticsQuery = ReturnType<typeof useAbsenceStatistics>;

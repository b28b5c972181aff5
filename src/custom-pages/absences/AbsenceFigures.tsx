import Event from '@mui/icons-material/EventBusyOutlined';
import Excused from '@mui/icons-material/FactCheckOutlined';
import Unexcused from '@mui/icons-material/GppMaybeOutlined';
import Today from '@mui/icons-material/TodayOutlined';
import { useText } from '../../i18n/useText';
import { StatCard, StatCards } from '../../ui/report/StatCard';
import { ErrorState } from '../../ui/page/States';
import type { AbsenceStatisticsQuery } from './useAbsenceStatistics';

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

import { Skeleton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { letters } from '../../../contract/vocabulary';
import { useLetterBars } from '../../features/documents/LetterChip';
import { t } from '../../i18n/text';
import { Panel } from '../../ui/page/Panel';
import { ErrorState } from '../../ui/page/States';
import { BarsChart } from '../../ui/report/BarsChart';
import { usePerformance } from './dashboardQueries';

/** The height is the same with data, without data and while the data loads. */
const height = 260;

export function MarksCharts() {
  const letterBars = useLetterBars();
  const { data, error, refetch } = usePerformance();
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  const levels = data?.gradesByLevel.toSorted((a, b) => a.level - b.level) ?? [];
  const hasLetters = letters.some((letter) => (data?.gradeDistribution[letter] ?? 0) > 0);
  const showChart = (chart: ReactNode, hasData: boolean) => {
    if (!data) return <Skeleton variant="rounded" height={height} />;
    if (!hasData)
      return (
        <Typography color="text.secondary" sx={{ height, display: 'grid', placeItems: 'center' }}>
          {t('dashboard.noResults')}
        </Typography>
      );
    return chart;
  };
  return (
    <>
      <Panel title={t('dashboard.byLevel')}>
        {showChart(
          <BarsChart
            title={t('dashboard.byLevel')}
            measure={t('labels.average')}
            max={100}
            bars={levels.map(({ level, average }) => ({
              label: t('dashboard.levelShort', { level }),
              value: average,
            }))}
          />,
          levels.length > 0,
        )}
      </Panel>
      <Panel title={t('labels.distribution')}>
        {showChart(
          <BarsChart
            title={t('labels.distribution')}
            measure={t('dashboard.studentsMeasure')}
            bars={letterBars(data?.gradeDistribution ?? {})}
          />,
          hasLetters,
        )}
      </Panel>
    </>
  );
}

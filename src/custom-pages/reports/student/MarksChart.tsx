import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import { lazy, Suspense } from 'react';
import { useText } from '../../../i18n/useText';
import { Panel } from './Panel';
import { bandOfLetter, type SubjectResult } from './reportModel';

const BarsChart = lazy(() => import('../../../ui/BarsChart'));

/** The complete results as bars, each in the colour of its band. */
export function MarksChart({ results }: { results: readonly SubjectResult[] }) {
  const t = useText();
  const { bands } = useTheme();
  return (
    <Panel title={t('studentReport.chart')} isOnScreenOnly>
      <Suspense fallback={<Skeleton variant="rounded" height={260} />}>
        <BarsChart
          title={t('studentReport.chart')}
          measure={t('studentReport.chartMeasure')}
          most={100}
          bars={results.map(({ name, percentage, letter }) => ({
            label: name,
            value: percentage,
            colour: bands[bandOfLetter(letter)].ink,
          }))}
        />
      </Suspense>
    </Panel>
  );
}

import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useId } from 'react';
import { useText } from '../../i18n/useText';
import { useLetterBars } from '../../ui/report/useLetterBars';
import { useFigures } from './GradeFigures';
import type { CountedSheet } from './useCountedSheet';

const BarsChart = lazy(() => import('../../ui/report/BarsChart'));

/** How often each letter was given. */
export function GradeDistribution({ sheet }: { sheet: CountedSheet }) {
  const t = useText();
  const id = useId();
  const letterBars = useLetterBars();
  const figures = useFigures(sheet);
  if (!figures) return null;
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography id={id} variant="h2">
        {t('gradeEntry.distribution')}
      </Typography>
      {figures.studentsCount === 0 ? (
        <Typography color="text.secondary">{t('gradeEntry.noResults')}</Typography>
      ) : (
        <Suspense fallback={<Skeleton variant="rounded" height={260} />}>
          <BarsChart
            title={t('gradeEntry.distribution')}
            measure={t('gradeEntry.measure')}
            bars={letterBars(figures.gradeDistribution)}
          />
        </Suspense>
      )}
    </Card>
  );
}

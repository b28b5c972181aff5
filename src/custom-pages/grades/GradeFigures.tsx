import Average from '@mui/icons-material/FunctionsOutlined';
import Students from '@mui/icons-material/GroupsOutlined';
import Passed from '@mui/icons-material/TaskAltOutlined';
import Excellent from '@mui/icons-material/WorkspacePremiumOutlined';
import { Card, Skeleton, Typography } from '@mui/material';
import { lazy, Suspense, useEffect, useId, useMemo, useState } from 'react';
import { gradeStatistics } from '../../../contract/rules/statistics';
import { t } from '../../i18n/text';
import { StatCard, StatCards } from '../../ui/report/StatCard';
import { useLetterBars } from '../../ui/report/useLetterBars';
import { onRoster } from './sheetModel';
import type { GradeSheet } from './useGradeSheet';

/** The statistics of the sheet, including marks that are typed and not saved yet. */
export function GradeFigures({ sheet }: { sheet: CountedSheet }) {
  const figures = figuresOf(sheet);
  const rate = (value: number | null | undefined) => {
    if (value === undefined) return undefined;
    return value === null ? t('ui.noData') : t('ui.percent', { value });
  };
  const results = figures && figures.studentsCount > 0 ? figures : undefined;
  return (
    <StatCards>
      <StatCard
        label={t('gradeEntry.students')}
        icon={<Students />}
        value={figures?.studentsCount}
        hint={
          figures?.incompleteCount === undefined
            ? undefined
            : t('gradeEntry.incomplete', { smart_count: figures.incompleteCount })
        }
        hintToCome={t('gradeEntry.incomplete', { smart_count: 2 })}
      />
      <StatCard
        label={t('labels.average')}
        icon={<Average />}
        value={rate(figures?.average)}
        hint={
          results && t('gradeEntry.range', { highest: results.highest ?? '', lowest: results.lowest ?? '' })
        }
        hintToCome={t('gradeEntry.range', { highest: 95, lowest: 55 })}
      />
      <StatCard
        label={t('gradeEntry.passRate')}
        icon={<Passed />}
        value={rate(figures?.passRate)}
        hint={results && t('gradeEntry.passed', { passed: results.passCount, failed: results.failCount })}
        hintToCome={t('gradeEntry.passed', { passed: 22, failed: 2 })}
      />
      <StatCard
        label={t('gradeEntry.excellenceRate')}
        icon={<Excellent />}
        value={rate(figures?.excellenceRate)}
        hint={results && t('gradeEntry.excellent', { count: results.excellentCount })}
        hintToCome={t('gradeEntry.excellent', { count: 3 })}
      />
    </StatCards>
  );
}

/** The server's statistics; with unsaved marks, or without an answer of the server, computed here by the same rule. */
function figuresOf({ statistics, rows, settings, changeCount, status }: CountedSheet) {
  if (status !== 'ready') return undefined;
  if (statistics && changeCount === 0) return statistics;
  return gradeStatistics(
    onRoster(rows).map(({ marks }) => marks),
    settings,
  );
}

const BarsChart = lazy(() => import('../../ui/report/BarsChart'));

/** How often each letter was given. */
export function GradeDistribution({ sheet }: { sheet: CountedSheet }) {
  const id = useId();
  const letterBars = useLetterBars();
  const figures = figuresOf(sheet);
  if (!figures) return null;
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography id={id} variant="h2">
        {t('labels.distribution')}
      </Typography>
      {figures.studentsCount === 0 ? (
        <Typography color="text.secondary">{t('gradeEntry.noResults')}</Typography>
      ) : (
        <Suspense fallback={<Skeleton variant="rounded" height={260} />}>
          <BarsChart
            title={t('labels.distribution')}
            measure={t('labels.studentsCount')}
            bars={letterBars(figures.gradeDistribution)}
          />
        </Suspense>
      )}
    </Card>
  );
}

/** The part of the sheet from which the statistics are computed. */
type CountedSheet = Pick<GradeSheet, 'status' | 'statistics' | 'rows' | 'settings' | 'changeCount'>;

/** Milliseconds after the last key. */
const countDelay = 250;

/** The sheet for the statistics: without unsaved marks at once, else `countDelay` after the last key. */
export function useCountedSheet(sheet: GradeSheet): CountedSheet {
  const { status, statistics, rows, settings, changeCount } = sheet;
  const now = useMemo(
    () => ({ status, statistics, rows, settings, changeCount }),
    [status, statistics, rows, settings, changeCount],
  );
  const [counted, setCounted] = useState<CountedSheet>(now);
  useEffect(() => {
    const timer = setTimeout(() => setCounted(now), countDelay);
    return () => clearTimeout(timer);
  }, [now]);
  return changeCount === 0 ? now : counted;
}

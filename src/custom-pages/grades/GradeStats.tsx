import { Card, Typography } from '@mui/material';
import { useEffect, useId, useMemo, useState } from 'react';
import { type GradeStatistics, gradeStatistics } from '../../../contract/rules/statistics';
import { useLetterBars } from '../../features/documents/LetterChip';
import { useStudentText } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { BarsChart } from '../../ui/report/BarsChart';
import { Figure, FigureStrip } from '../../ui/report/FigureStrip';
import { rosterRows } from './sheetModel';
import type { GradeSheet } from './useGradeSheet';

export function GradeStats({ sheet }: { sheet: StatsSheet }) {
  const text = useStudentText();
  const stats = computeStats(sheet);
  const formatRate = (value: number | null | undefined) => {
    if (value === undefined) return undefined;
    return value === null ? t('ui.noData') : t('ui.percent', { value });
  };
  const results = stats && stats.studentsCount > 0 ? stats : undefined;
  // An older server sends only the rounded figures.
  const displayed = (stats as Partial<GradeStatistics> | undefined)?.displayed ?? stats;
  return (
    <FigureStrip>
      <Figure
        label={t('gradeEntry.students')}
        value={stats?.studentsCount}
        hint={
          stats?.incompleteCount === undefined
            ? undefined
            : text('counted.unmarked', { smart_count: stats.incompleteCount })
        }
      />
      <Figure
        label={t('labels.average')}
        value={formatRate(displayed?.average)}
        hint={
          results &&
          t('gradeEntry.range', { highest: displayed?.highest ?? '', lowest: displayed?.lowest ?? '' })
        }
      />
      <Figure
        label={t('gradeEntry.passRate')}
        value={formatRate(stats?.passRate)}
        hint={results && t('gradeEntry.passed', { passed: results.passCount, failed: results.failCount })}
      />
      <Figure
        label={t('gradeEntry.excellenceRate')}
        value={formatRate(stats?.excellenceRate)}
        hint={results && t('gradeEntry.excellent', { count: results.excellentCount })}
      />
    </FigureStrip>
  );
}

/**
 * Returns the server's statistics. With unsaved marks, or without a response, this function computes them by
 * the same rule.
 */
function computeStats({ statistics, rows, settings, changeCount, status }: StatsSheet) {
  if (status !== 'ready') return undefined;
  if (statistics && changeCount === 0) return statistics;
  return gradeStatistics(
    rosterRows(rows).map(({ marks }) => marks),
    settings,
  );
}

/** Counts the students with all marks. `done` is undefined while the sheet loads. */
export function countMarked(sheet: StatsSheet): { done: number | undefined; total: number } {
  const total = rosterRows(sheet.rows).length;
  return { done: total === 0 ? undefined : computeStats(sheet)?.studentsCount, total };
}

export function GradeDistribution({ sheet }: { sheet: StatsSheet }) {
  const id = useId();
  const letterBars = useLetterBars();
  const text = useStudentText();
  const stats = computeStats(sheet);
  if (!stats) return null;
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography id={id} variant="h2">
        {t('labels.distribution')}
      </Typography>
      {stats.studentsCount === 0 ? (
        <Typography color="text.secondary">{text('gradeEntry.noResults')}</Typography>
      ) : (
        <BarsChart
          title={t('labels.distribution')}
          measure={text('labels.studentsCount')}
          bars={letterBars(stats.gradeDistribution)}
        />
      )}
    </Card>
  );
}

type StatsSheet = Pick<GradeSheet, 'status' | 'statistics' | 'rows' | 'settings' | 'changeCount'>;

const statsDelayMs = 250;

/**
 * Debounced: the statistics include unsaved marks when the user has not typed for `statsDelayMs`. The
 * computation is slow.
 */
export function useStatsSheet(sheet: GradeSheet): StatsSheet {
  const { status, statistics, rows, settings, changeCount } = sheet;
  const currentSheet = useMemo(
    () => ({ status, statistics, rows, settings, changeCount }),
    [status, statistics, rows, settings, changeCount],
  );
  const [delayedSheet, setDelayedSheet] = useState<StatsSheet>(currentSheet);
  useEffect(() => {
    const timer = setTimeout(() => setDelayedSheet(currentSheet), statsDelayMs);
    return () => clearTimeout(timer);
  }, [currentSheet]);
  return changeCount === 0 ? currentSheet : delayedSheet;
}

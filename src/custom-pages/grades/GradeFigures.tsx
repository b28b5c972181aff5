import { Card, Typography } from '@mui/material';
import { useEffect, useId, useMemo, useState } from 'react';
import { gradeStatistics } from '../../../contract/rules/statistics';
import { useLetterBars } from '../../features/documents/LetterChip';
import { t } from '../../i18n/text';
import { BarsChart } from '../../ui/report/BarsChart';
import { Figure, FigureStrip } from '../../ui/report/FigureStrip';
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
    <FigureStrip>
      <Figure
        label={t('gradeEntry.students')}
        value={figures?.studentsCount}
        hint={
          figures?.incompleteCount === undefined
            ? undefined
            : t('gradeEntry.incomplete', { smart_count: figures.incompleteCount })
        }
      />
      <Figure
        label={t('labels.average')}
        value={rate(figures?.average)}
        hint={
          results && t('gradeEntry.range', { highest: results.highest ?? '', lowest: results.lowest ?? '' })
        }
      />
      <Figure
        label={t('gradeEntry.passRate')}
        value={rate(figures?.passRate)}
        hint={results && t('gradeEntry.passed', { passed: results.passCount, failed: results.failCount })}
      />
      <Figure
        label={t('gradeEntry.excellenceRate')}
        value={rate(figures?.excellenceRate)}
        hint={results && t('gradeEntry.excellent', { count: results.excellentCount })}
      />
    </FigureStrip>
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
        <BarsChart
          title={t('labels.distribution')}
          measure={t('labels.studentsCount')}
          bars={letterBars(figures.gradeDistribution)}
        />
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

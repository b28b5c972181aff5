import Average from '@mui/icons-material/FunctionsOutlined';
import Students from '@mui/icons-material/GroupsOutlined';
import Passed from '@mui/icons-material/TaskAltOutlined';
import Excellent from '@mui/icons-material/WorkspacePremiumOutlined';
import { gradeStatistics } from '../../../contract/rules/statistics';
import { useText } from '../../i18n/useText';
import { StatCard, StatCards } from '../../ui/report/StatCard';
import type { CountedSheet } from './useCountedSheet';

/** The figures of the sheet; while marks are typed, of what stands in it now. */
export function GradeFigures({ sheet }: { sheet: CountedSheet }) {
  const t = useText();
  const figures = useFigures(sheet);
  const rate = (value: number | null | undefined) => {
    if (value === undefined) return undefined;
    return value === null ? t('gradeEntry.noData') : t('gradeEntry.percent', { value });
  };
  const isEmpty = !figures || figures.studentsCount === 0;
  return (
    <StatCards>
      <StatCard
        label={t('gradeEntry.students')}
        icon={<Students />}
        value={figures?.studentsCount}
        {...(figures?.incompleteCount === undefined
          ? {}
          : { hint: t('gradeEntry.incomplete', { smart_count: figures.incompleteCount }) })}
      />
      <StatCard
        label={t('gradeEntry.average')}
        icon={<Average />}
        value={rate(figures?.average)}
        {...(isEmpty
          ? {}
          : {
              hint: t('gradeEntry.range', {
                highest: figures.highest ?? '',
                lowest: figures.lowest ?? '',
              }),
            })}
      />
      <StatCard
        label={t('gradeEntry.passRate')}
        icon={<Passed />}
        value={rate(figures?.passRate)}
        {...(isEmpty
          ? {}
          : { hint: t('gradeEntry.passed', { passed: figures.passCount, failed: figures.failCount }) })}
      />
      <StatCard
        label={t('gradeEntry.excellenceRate')}
        icon={<Excellent />}
        value={rate(figures?.excellenceRate)}
        {...(isEmpty ? {} : { hint: t('gradeEntry.excellent', { count: figures.excellentCount }) })}
      />
    </StatCards>
  );
}

/** What the server counted of the stored sheet; of typed marks, and where it could not tell, the same rule here. */
export function useFigures({ statistics, rows, settings, changeCount, status }: CountedSheet) {
  if (status !== 'ready') return undefined;
  if (statistics && changeCount === 0) return statistics;
  return gradeStatistics(
    rows.map(({ marks }) => marks),
    settings,
  );
}

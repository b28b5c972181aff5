import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider, useListContext } from 'react-admin';
import type { Api } from '../../dataProvider';
import { useText } from '../../i18n/useText';
import { StatCard, StatCards } from '../../ui/report/StatCard';

/** Four figures over the subjects that the filter lets through. */
export function SubjectFigures() {
  const t = useText();
  const { filterValues } = useListContext();
  const { subjectSummary } = useDataProvider<Api>();
  const { data, isError } = useQuery({
    queryKey: ['subjects', 'summary', filterValues],
    queryFn: () => subjectSummary(filterValues),
    placeholderData: keepPreviousData,
  });
  const figure = (name: 'total' | 'hours' | 'levels' | 'types') => (isError ? t('ui.nothing') : data?.[name]);
  return (
    <StatCards>
      <StatCard label={t('subjects.total')} value={figure('total')} />
      <StatCard label={t('subjects.hours')} value={figure('hours')} />
      <StatCard label={t('subjects.levels')} value={figure('levels')} />
      <StatCard label={t('subjects.types')} value={figure('types')} />
    </StatCards>
  );
}

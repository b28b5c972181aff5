import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider, useListContext } from 'react-admin';
import type { Api } from '../../dataProvider';

/** Figures over the filtered list around; undefined while they are read, null where they could not be. */
export function useStudentFigures() {
  const { filterValues } = useListContext();
  const { studentSummary } = useDataProvider<Api>();
  const { data, isError } = useQuery({
    queryKey: ['students', 'summary', filterValues],
    queryFn: () => studentSummary(filterValues),
    placeholderData: keepPreviousData,
  });
  return data ?? (isError ? null : undefined);
}

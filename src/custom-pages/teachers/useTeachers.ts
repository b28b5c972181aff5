import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { Api } from '../../dataProvider';
import { useServerFeatures } from '../../dataProvider/serverFeatures';

export const teachersPerPage = 20;

/** One page of the teachers that match, counted from 1. */
export function useTeachers(q: string, page: number) {
  const { teacherPage } = useDataProvider<Api>();
  // Which call is asked depends on the server.
  const isKnown = useServerFeatures().hasRanges !== null;
  return useQuery({
    queryKey: ['users', 'teachers', q, page],
    queryFn: () => teacherPage({ q, from: (page - 1) * teachersPerPage, size: teachersPerPage }),
    enabled: isKnown,
    placeholderData: keepPreviousData,
  });
}

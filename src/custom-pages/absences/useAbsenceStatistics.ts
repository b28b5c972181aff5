import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { allBatches } from '../../../contract/absences';
import type { Api } from '../../dataProvider';

/** Figures of a subject, of a batch, or of everything in the person's scope. */
export function useAbsenceStatistics(batchName: string | undefined, subjectCode: string | undefined) {
  const { absenceStatistics } = useDataProvider<Api>();
  return useQuery({
    queryKey: ['absences', 'statistics', batchName ?? allBatches, subjectCode ?? null],
    queryFn: () => absenceStatistics(batchName ?? allBatches, subjectCode),
    placeholderData: keepPreviousData,
  });
}

export type AbsenceStatisticsQuery = ReturnType<typeof useAbsenceStatistics>;

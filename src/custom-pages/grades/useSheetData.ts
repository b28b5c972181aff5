import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { defaultGradeSettings } from '../../../contract/rules/gradeSettings';
import type { Api } from '../../dataProvider';
import type { Sheet as Offering } from '../../dataProvider/teaching';

/** What the server has of a subject: its columns, its rows, and the figures once the rows are there. */
export function useSheetData(offering: Offering | null) {
  const { gradeSettings, gradeSheet, gradeStatistics } = useDataProvider<Api>();
  const client = useQueryClient();
  const chosen = offering ?? { batchName: '', subjectCode: '' };
  const enabled = offering !== null;
  const settings = useQuery({
    queryKey: ['grades', 'settings', chosen.subjectCode],
    queryFn: async () => (await gradeSettings(chosen.subjectCode)) ?? defaultGradeSettings,
    enabled,
    staleTime: 0,
  });
  const rows = useQuery({
    queryKey: ['grades', 'sheet', chosen],
    queryFn: () => gradeSheet(chosen),
    enabled,
    staleTime: 0,
  });
  const statistics = useQuery({
    queryKey: ['grades', 'statistics', chosen],
    queryFn: () => gradeStatistics(chosen),
    enabled: enabled && rows.isSuccess,
    staleTime: 0,
  });
  return {
    settings: settings.data,
    rows: rows.data,
    statistics: statistics.data ?? (statistics.isError ? null : undefined),
    /** Set while nothing could be loaded. */
    error: (rows.data ? null : rows.error) ?? (settings.data ? null : settings.error),
    reload: () => client.invalidateQueries({ queryKey: ['grades'] }),
  };
}

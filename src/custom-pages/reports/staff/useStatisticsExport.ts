import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { ReportGroup, ReportGrouping } from '../../../../contract/reportLog';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { download, excelFile } from '../../../ui/report/excelFile';
import { sentenceOf } from '../../../ui/page/sentenceOf';
import { statisticsSheet } from './statisticsTable';

const pageSize = 1_000;

/** All groups, not the shown page alone, as a right-to-left .xlsx. */
export function useStatisticsExport(by: ReportGrouping, batchName: string | undefined) {
  const t = useText();
  const notify = useNotify();
  const api = useDataProvider<Api>();
  const [isExporting, setIsExporting] = useState(false);

  const readAll = async () => {
    const groups: ReportGroup[] = [];
    for (let page = 1; ; page += 1) {
      const found = await api.reportGroups(by, batchName, page, pageSize);
      for (const group of found?.rows ?? []) groups.push(group);
      if (!found || found.rows.length === 0 || groups.length >= found.total) return groups;
    }
  };
  const exportAll = async () => {
    setIsExporting(true);
    try {
      const groups = await readAll();
      if (groups.length === 0) return notify(t('staffReports.noStatistics'), { type: 'info' });
      const about = batchName ?? t(`staffReports.groupings.${by}`);
      const file = await excelFile(statisticsSheet(t, by, groups));
      download(file, `${t('staffReports.statisticsTitle')} - ${about}.xlsx`);
      notify(t('ui.exported', { smart_count: groups.length }), { type: 'success' });
    } catch (problem) {
      notify(sentenceOf(problem, t('ui.exportFailed')), { type: 'error' });
    } finally {
      setIsExporting(false);
    }
  };
  return { isExporting, exportAll };
}

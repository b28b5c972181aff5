import Download from '@mui/icons-material/FileDownloadOutlined';
import { Box, Button, DialogActions, DialogContent, Stack } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { Batch } from '../../../../contract/batches';
import { type DocumentTable, percentCell } from '../../../../contract/documents/document';
import {
  type ReportGroup,
  type ReportGrouping,
  reportGroupings,
} from '../../../../contract/reports/reportLog';
import { useApi } from '../../../dataProvider/useApi';
import { BatchField } from '../../../features/teaching-context/OfferingFilters';
import { t } from '../../../i18n/text';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { ChoiceField } from '../../../ui/form/ChoiceField';
import { problemMessage } from '../../../ui/page/problemMessage';
import { download, writeExcelFile, type ExcelSheet } from '../../../ui/report/excelFile';
import { fieldsStyle } from './fieldsStyle';
import { PagedRows } from './PagedRows';
import { ReportTableView } from './ReportTableView';

export default function ReportStatistics({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const [grouping, setGrouping] = useState<ReportGrouping>('subject');
  const [batch, setBatch] = useState<Batch | null>(null);
  const { isExporting, exportAll } = useStatisticsExport(grouping, batch?.batch_name);
  return (
    <FormDialog isOpen maxWidth="lg" title={t('staffReports.statisticsTitle')} onClose={onClose}>
      <DialogContent>
        <Stack spacing={2} sx={{ pt: 1.5 }}>
          <Box sx={fieldsStyle}>
            <ChoiceField
              label={t('staffReports.by')}
              value={grouping}
              choices={reportGroupings.map((one) => [one, t(`staffReports.groupings.${one}`)] as const)}
              onChange={(chosen) => chosen && setGrouping(chosen)}
            />
            <BatchField batch={batch} placeholder={t('labels.anyBatch')} onChange={setBatch} />
          </Box>
          <PagedRows<ReportGroup>
            queryKey={['groups', grouping, batch?.batch_name]}
            loadPage={(page, perPage) => api.reportGroups(grouping, batch?.batch_name, page, perPage)}
            empty={t('staffReports.noStatistics')}
          >
            {(rows) => <ReportTableView table={statisticsTable(grouping, rows)} />}
          </PagedRows>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button startIcon={<Download />} loading={isExporting} onClick={() => void exportAll()}>
          {t('ui.export')}
        </Button>
        <Button onClick={onClose}>{t('ui.close')}</Button>
      </DialogActions>
    </FormDialog>
  );
}

function statisticsTable(grouping: ReportGrouping, groups: readonly ReportGroup[]): DocumentTable {
  const statColumns = getStatColumns();
  const code =
    grouping === 'subject' ? [{ head: t('labels.shortCode'), kind: 'figure' as const, width: 14 }] : [];
  return {
    title: t(`staffReports.groupings.${grouping}`),
    columns: [
      { head: t(`staffReports.groupings.${grouping}`), kind: 'name', width: 30 },
      ...code,
      ...statColumns.map(({ head }) => ({ head, kind: 'figure' as const, width: 14 })),
    ],
    rows: groups.map((group) => [
      ...groupNames(grouping, group),
      ...statColumns.map(({ value, isRate }) => (isRate ? percentCell(value(group)) : value(group))),
    ]),
    empty: '',
  };
}

/** Rates are numbers, and missing data are empty cells. */
function statisticsSheet(grouping: ReportGrouping, groups: readonly ReportGroup[]): ExcelSheet {
  const statColumns = getStatColumns();
  const { title, columns } = statisticsTable(grouping, []);
  const heads = statColumns.map(({ head, isRate }) =>
    isRate ? t('staffReports.inPercent', { name: head }) : head,
  );
  return {
    name: title,
    header: [...columns.slice(0, -statColumns.length).map(({ head }) => head), ...heads],
    widths: columns.map(({ width }) => width),
    rows: groups.map((group) => [
      ...groupNames(grouping, group),
      ...statColumns.map(({ value }) => value(group)),
    ]),
  };
}

const groupNames = (grouping: ReportGrouping, { name, key }: ReportGroup): string[] => [
  name || t('staffReports.noTerm'),
  ...(grouping === 'subject' ? [key] : []),
];

const getStatColumns = () => [
  { head: t('staffReports.offerings'), isRate: false, value: (group: ReportGroup) => group.subjects },
  { head: t('staffReports.results'), isRate: false, value: (group: ReportGroup) => group.results },
  { head: t('labels.average'), isRate: true, value: (group: ReportGroup) => group.average },
  { head: t('staffReports.passRateShort'), isRate: true, value: (group: ReportGroup) => group.passRate },
  {
    head: t('staffReports.excellenceRate'),
    isRate: true,
    value: (group: ReportGroup) => group.excellenceRate,
  },
  {
    head: t('staffReports.attendanceShort'),
    isRate: true,
    value: (group: ReportGroup) => group.attendanceRate,
  },
];

const pageSize = 1_000;

/** Exports all groups, and not only the visible page. */
function useStatisticsExport(grouping: ReportGrouping, batchName: string | undefined) {
  const notify = useNotify();
  const api = useApi();
  const [isExporting, setIsExporting] = useState(false);

  const loadAllGroups = async () => {
    const groups: ReportGroup[] = [];
    for (let page = 1; ; page += 1) {
      const result = await api.reportGroups(grouping, batchName, page, pageSize);
      for (const group of result?.rows ?? []) groups.push(group);
      if (!result || result.rows.length === 0 || groups.length >= result.total) return groups;
    }
  };
  const exportAll = async () => {
    setIsExporting(true);
    try {
      const groups = await loadAllGroups();
      if (groups.length === 0) return notify(t('staffReports.noStatistics'), { type: 'info' });
      const suffix = batchName ?? t(`staffReports.groupings.${grouping}`);
      const file = await writeExcelFile(statisticsSheet(grouping, groups));
      download(file, `${t('staffReports.statisticsTitle')} - ${suffix}.xlsx`);
      notify(t('ui.exported', { smart_count: groups.length }), { type: 'success' });
    } catch (problem) {
      notify(problemMessage(problem, t('ui.exportFailed')), { type: 'error' });
    } finally {
      setIsExporting(false);
    }
  };
  return { isExporting, exportAll };
}

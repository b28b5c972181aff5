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
import { sentenceOf } from '../../../ui/page/sentenceOf';
import { download, excelFile, type ExcelSheet } from '../../../ui/report/excelFile';
import { fieldsStyle } from './fieldsStyle';
import { FoundRows } from './FoundRows';
import { ReportTableView } from './ReportTableView';

/** Results and attendance by subject, batch or term. */
export default function ReportStatistics({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const [by, setBy] = useState<ReportGrouping>('subject');
  const [batch, setBatch] = useState<Batch | null>(null);
  const { isExporting, exportAll } = useStatisticsExport(by, batch?.batch_name);
  return (
    <FormDialog isOpen maxWidth="lg" title={t('staffReports.statisticsTitle')} onClose={onClose}>
      <DialogContent>
        <Stack spacing={2} sx={{ pt: 1.5 }}>
          <Box sx={fieldsStyle}>
            <ChoiceField
              label={t('staffReports.by')}
              value={by}
              choices={reportGroupings.map((one) => [one, t(`staffReports.groupings.${one}`)] as const)}
              onChange={(chosen) => chosen && setBy(chosen)}
            />
            <BatchField batch={batch} placeholder={t('labels.anyBatch')} onChange={setBatch} />
          </Box>
          <FoundRows<ReportGroup>
            question={['groups', by, batch?.batch_name]}
            read={(page, perPage) => api.reportGroups(by, batch?.batch_name, page, perPage)}
            empty={t('staffReports.noStatistics')}
          >
            {(rows) => <ReportTableView table={statisticsTable(by, rows)} />}
          </FoundRows>
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

function statisticsTable(by: ReportGrouping, groups: readonly ReportGroup[]): DocumentTable {
  const figures = figuresOf();
  const code = by === 'subject' ? [{ head: t('labels.shortCode'), kind: 'figure' as const, width: 14 }] : [];
  return {
    title: t(`staffReports.groupings.${by}`),
    columns: [
      { head: t(`staffReports.groupings.${by}`), kind: 'name', width: 30 },
      ...code,
      ...figures.map(({ head }) => ({ head, kind: 'figure' as const, width: 14 })),
    ],
    rows: groups.map((group) => [
      ...namesOf(by, group),
      ...figures.map(({ value, isRate }) => (isRate ? percentCell(value(group)) : value(group))),
    ]),
    empty: '',
  };
}

/** The same for a spreadsheet: rates as numbers, and empty cells without data. */
function statisticsSheet(by: ReportGrouping, groups: readonly ReportGroup[]): ExcelSheet {
  const figures = figuresOf();
  const { title, columns } = statisticsTable(by, []);
  const heads = figures.map(({ head, isRate }) =>
    isRate ? t('staffReports.inPercent', { name: head }) : head,
  );
  return {
    name: title,
    header: [...columns.slice(0, -figures.length).map(({ head }) => head), ...heads],
    widths: columns.map(({ width }) => width),
    rows: groups.map((group) => [...namesOf(by, group), ...figures.map(({ value }) => value(group))]),
  };
}

const namesOf = (by: ReportGrouping, { name, key }: ReportGroup): string[] => [
  name || t('staffReports.noTerm'),
  ...(by === 'subject' ? [key] : []),
];

const figuresOf = () => [
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

/** All groups, not only the shown page, as a right-to-left .xlsx. */
function useStatisticsExport(by: ReportGrouping, batchName: string | undefined) {
  const notify = useNotify();
  const api = useApi();
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
      const file = await excelFile(statisticsSheet(by, groups));
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

import Download from '@mui/icons-material/FileDownloadOutlined';
import { Box, Button, Tab, Tabs } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KindFilter } from '../../../../contract/dailyRecords';
import { dailyDocument } from '../../../../contract/documents/daily';
import type { DocumentTable } from '../../../../contract/documents/document';
import { paperText as labels } from '../../../../contract/reports/paperText';
import { defaultRecordKind } from '../../../../contract/vocabulary';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import { Isolated } from '../../../ui/page/Isolated';
import { Panel } from '../../../ui/page/Panel';
import { ErrorState, LoadingState } from '../../../ui/page/States';
import { problemMessage } from '../../../ui/page/problemMessage';
import { download, writeExcelFile } from '../../../ui/report/excelFile';
import { ReportTableView } from '../staff/ReportTableView';
import { buildSheets } from '../staff/useReportOutput';
import type { RecitationSubject } from './reportModel';

interface RecitationRecordsProps {
  /** The academic number. */
  studentId: string;
  subject: RecitationSubject;
}

/** Shows recitations with ranges, faults and result. Each kind has a tab; new recitations come first. */
export default function RecitationRecords({ studentId, subject }: RecitationRecordsProps) {
  const [kind, setKind] = useState<KindFilter>(defaultRecordKind);
  const kinds = subject.kinds ?? [];
  const records = kinds.reduce((sum, one) => sum + one.records, 0);
  const tabs = [
    ...kinds,
    ...(kinds.length > 1 ? [{ kind: 'all' as const, name: labels.allKinds, records }] : []),
  ];
  const { document, error, refetch, isBusy, savePaper, saveSheet } = useRecitations(studentId, subject, kind);
  return (
    <Panel title={t('studentReport.heardIn', { subject: subject.subject_name })} isOnScreenOnly>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2, justifyContent: 'space-between' }}>
        <Tabs
          value={kind}
          onChange={(_, chosen: KindFilter) => setKind(chosen)}
          variant="scrollable"
          allowScrollButtonsMobile
          aria-label={t('hearing.kinds')}
        >
          {tabs.map((one) => (
            <Tab
              key={one.kind}
              value={one.kind}
              label={
                <span>
                  {one.name} <Isolated>{one.records}</Isolated>
                </span>
              }
            />
          ))}
        </Tabs>
        {document && document.tables[0].rows.length > 0 && (
          <Box sx={{ display: 'flex', gap: 1 }}>
            <Button size="small" startIcon={<Download />} disabled={isBusy} onClick={() => void savePaper()}>
              {t('staffReports.exportPdf')}
            </Button>
            <Button size="small" startIcon={<Download />} disabled={isBusy} onClick={() => void saveSheet()}>
              {t('ui.export')}
            </Button>
          </Box>
        )}
      </Box>
      {document ? (
        <ReportTableView table={newestFirst(document.tables[0])} />
      ) : error ? (
        <ErrorState title={t('studentReport.heardFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState shape="rows" />
      )}
    </Panel>
  );
}

/** The paper begins with the oldest record; a phone shows only the first rows. */
const newestFirst = (table: DocumentTable): DocumentTable => ({ ...table, rows: table.rows.toReversed() });

function useRecitations(
  studentId: string,
  { subject_code, batch_name }: RecitationSubject,
  kind: KindFilter,
) {
  const { dailyReport, paper } = useApi();
  const { notifyError } = useNotices();
  const [isBusy, setIsBusy] = useState(false);
  const request = { batchName: batch_name, ...(kind === defaultRecordKind ? {} : { kind }) };
  const { data, error, refetch } = useQuery({
    queryKey: ['reports', 'heard', studentId, subject_code, request],
    queryFn: () => dailyReport(studentId, subject_code, request),
  });
  const document = data && dailyDocument(data, false);
  const saveFile = async (create: () => Promise<{ file: Blob; name: string } | null>) => {
    setIsBusy(true);
    try {
      const created = await create();
      if (created) download(created.file, created.name);
      else notifyError(t('reportPaper.noPdf'));
    } catch (problem) {
      notifyError(problemMessage(problem, t('ui.unexpected')));
    } finally {
      setIsBusy(false);
    }
  };
  return {
    document,
    error,
    refetch,
    isBusy,
    savePaper: () =>
      saveFile(() => paper({ type: 'daily_log', studentId, subjectCode: subject_code, ...request })),
    saveSheet: () =>
      saveFile(async () =>
        document
          ? {
              file: await writeExcelFile(...buildSheets(document)),
              name: `${document.title} - ${document.about}.xlsx`,
            }
          : null,
      ),
  };
}

import Download from '@mui/icons-material/FileDownloadOutlined';
import Groups from '@mui/icons-material/GroupsOutlined';
import Insights from '@mui/icons-material/InsightsOutlined';
import ManageSearch from '@mui/icons-material/ManageSearchOutlined';
import Pdf from '@mui/icons-material/PictureAsPdfOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import { Box, Button, Card, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useGetList } from 'react-admin';
import type { Batch } from '../../../../contract/batches';
import { useApi } from '../../../dataProvider/useApi';
import { ChooseState } from '../../../features/teaching-context/ChooseState';
import { ContextBar } from '../../../features/teaching-context/ContextBar';
import { t } from '../../../i18n/text';
import { sizes } from '../../../theme/tokens';
import { lazyDialog } from '../../../ui/dialog/lazyDialog';
import { LinkButton } from '../../../ui/page/LinkButton';
import { Page } from '../../../ui/page/Page';
import { ErrorState } from '../../../ui/page/States';
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden';
import { Figure, FigureStrip } from '../../../ui/report/FigureStrip';
import { ReportForm } from './ReportForm';
import { ReportPaper } from './ReportPaper';
import { ReportTypeCards } from './ReportTypeCards';
import { SettingsLine } from './SettingsLine';
import { countsKey, type ReportOutput, useReportOutput } from './useReportOutput';
import { useReportContext } from './useReportContext';
import { useReportChoice, useStaffReport } from './useStaffReport';

export default function StaffReports() {
  const choice = useReportChoice();
  const { document, problem, isFetching, refetch, reload } = useStaffReport(choice);
  const context = useReportContext(choice);
  const heading = useRef<HTMLHeadingElement>(null);
  const isRequested = useRef(false);
  const { selection, missing, isShown, batch } = choice;
  const { isFolded, isOpen, setIsOpen, focusRef } = useFolding(isShown && !problem);
  const output = useReportOutput(document, selection, batch?.batch_name, reload);

  // After a request the focus moves to the report. A link to a report does not move the focus.
  useEffect(() => {
    if (!document || isFetching || !isRequested.current) return;
    isRequested.current = false;
    heading.current?.focus();
    void output.logAction('generated');
  });

  const generate = () => {
    isRequested.current = true;
    setIsOpen(false);
    if (isShown) refetch();
  };
  return (
    <Page
      title={t('staffReports.title')}
      context={
        isFolded ? (
          <SettingsLine
            choice={choice}
            names={context.names}
            document={document}
            buttonRef={focusRef}
            onOpen={() => setIsOpen(true)}
          />
        ) : (
          <ContextBar context={context} />
        )
      }
      tools={<ReportTools batch={batch} />}
      figures={<ReportStats batchId={selection.batchId} />}
      isFolded={isShown}
    >
      {!isFolded && (
        <>
          <ReportTypeCards
            value={selection.type}
            hasError={missing?.fields.includes('type') ?? false}
            onChange={(type) => choice.choose({ type })}
          />
          <ReportForm
            choice={choice}
            isBusy={isShown && isFetching}
            onGenerate={generate}
            foldRef={focusRef}
            onFold={isShown && isOpen ? () => setIsOpen(false) : undefined}
            actions={<ReportActions hasReport={document !== undefined} output={output} />}
          />
        </>
      )}
      {problem ? (
        <Box className="no-print">
          <ErrorState title={t('staffReports.failed')} error={problem} onRetry={refetch} />
        </Box>
      ) : document ? (
        <ReportPaper
          document={document}
          issue={output.issue}
          headingRef={heading}
          actions={isFolded && <ReportActions hasReport output={output} isShort />}
        />
      ) : isShown ? (
        <Card sx={{ p: 3 }} aria-busy="true">
          <Skeleton width="40%" height={36} />
          <Skeleton variant="rounded" height={96} sx={{ my: 2 }} />
          <Skeleton variant="rounded" height={280} />
        </Card>
      ) : (
        <Box className="no-print">
          <ChooseState
            title={t('staffReports.emptyTitle')}
            text={t('staffReports.emptyText')}
            resource="students"
          />
        </Box>
      )}
    </Page>
  );
}

/**
 * The settings fold into one line while a report is visible. A change of the settings removes the report, and
 * they stay open. The focus follows the button that opens or folds them.
 */
function useFolding(hasReport: boolean) {
  const [isOpen, setOpen] = useState(false);
  const isFocusDue = useRef(false);
  const setIsOpen = (next: boolean) => {
    isFocusDue.current = true;
    setOpen(next);
  };
  const focusRef = useCallback((button: HTMLButtonElement | null) => {
    if (!button || !isFocusDue.current) return;
    isFocusDue.current = false;
    button.focus();
  }, []);
  return { isFolded: hasReport && !isOpen, isOpen, setIsOpen, focusRef };
}

const ReportStatistics = lazyDialog(() => import('./ReportStatistics'));
const BatchTranscripts = lazyDialog(() => import('./BatchTranscripts'));

type Tool = 'statistics' | 'batch';

function ReportTools({ batch }: { batch: Batch | undefined }) {
  const [openTool, setOpenTool] = useState<Tool | null>(null);
  const close = () => setOpenTool(null);
  return (
    <>
      <LinkButton to="/reports/made" startIcon={<ManageSearch />} label={t('staffReports.search')} />
      <Button startIcon={<Insights />} onClick={() => setOpenTool('statistics')}>
        {t('staffReports.statistics')}
      </Button>
      <Button startIcon={<Groups />} onClick={() => setOpenTool('batch')}>
        {t('staffReports.wholeBatch')}
      </Button>
      {openTool === 'statistics' && <ReportStatistics onClose={close} />}
      {openTool === 'batch' && <BatchTranscripts batch={batch} onClose={close} />}
    </>
  );
}

interface ReportActionsProps {
  hasReport: boolean;
  output: ReportOutput;
  /** If true, a phone shows only the icons. */
  isShort?: boolean;
}

function ReportActions({ hasReport, output, isShort = false }: ReportActionsProps) {
  const { busy, print, exportPdf, exportSheet } = output;
  const style = isShort ? shortStyle : {};
  const isDisabled = !hasReport || busy !== null;
  const statusText = busy === 'pdf' ? t('reportPaper.pdfPrepares') : busy && t('staffReports.printPrepares');
  return (
    <>
      <VisuallyHidden>
        <span role="status">{busy === 'exported' ? '' : statusText}</span>
      </VisuallyHidden>
      <Button
        startIcon={<Print />}
        aria-label={t('reportPaper.print')}
        sx={style}
        disabled={isDisabled}
        loading={busy === 'printed'}
        onClick={() => void print()}
      >
        <span>{t('reportPaper.print')}</span>
      </Button>
      <Button
        startIcon={<Pdf />}
        aria-label={t('staffReports.exportPdf')}
        sx={style}
        disabled={isDisabled}
        loading={busy === 'pdf'}
        onClick={() => void exportPdf()}
      >
        <span>{t('staffReports.exportPdf')}</span>
      </Button>
      <Button
        startIcon={<Download />}
        aria-label={t('ui.export')}
        sx={style}
        disabled={isDisabled}
        onClick={() => void exportSheet()}
      >
        <span>{t('ui.export')}</span>
      </Button>
    </>
  );
}

const shortStyle = {
  minWidth: sizes.phoneTarget,
  minHeight: sizes.phoneTarget,
  '@media (max-width: 599.95px)': {
    '& > span:not([class])': { display: 'none' },
    '& .MuiButton-startIcon': { m: 0 },
  },
} as const;

/**
 * Counts students and subjects of the batch, or of the whole scope. The log counts generated and printed
 * reports.
 */
function ReportStats({ batchId }: { batchId: number | null }) {
  const query = {
    filter: batchId === null ? {} : { batch_id: batchId },
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'id', order: 'ASC' as const },
  };
  const students = useGetList('students', query);
  const subjects = useGetList('subjects', query);
  const { reportCounts } = useApi();
  const counts = useQuery({ queryKey: countsKey, queryFn: () => reportCounts() });
  const hint = t(batchId === null ? 'staffReports.ofAll' : 'labels.ofBatch');
  const formatTotal = ({ total, error }: typeof students) => (error ? t('ui.nothing') : total);
  // A server without our additions sends no counts.
  const formatCount = (action: 'generated' | 'printed') =>
    counts.error || counts.data === null ? t('ui.nothing') : counts.data?.[action];
  return (
    <Box className="no-print">
      <FigureStrip>
        <Figure label={t('staffReports.studentsLoaded')} value={formatTotal(students)} hint={hint} />
        <Figure label={t('labels.subjects')} value={formatTotal(subjects)} hint={hint} />
        <Figure
          label={t('staffReports.generatedCount')}
          value={formatCount('generated')}
          hint={t('staffReports.fromLog')}
        />
        <Figure
          label={t('staffReports.printedCount')}
          value={formatCount('printed')}
          hint={t('staffReports.fromLog')}
        />
      </FigureStrip>
    </Box>
  );
}

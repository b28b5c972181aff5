import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { useText } from '../../../i18n/useText';
import { Page } from '../../../ui/page/Page';
import { EmptyState, ErrorState } from '../../../ui/page/States';
import { LoadedFigures } from './LoadedFigures';
import { ReportActions } from './ReportActions';
import { ReportForm } from './ReportForm';
import { ReportPaper } from './ReportPaper';
import { ReportTools } from './ReportTools';
import { ReportTypeCards } from './ReportTypeCards';
import { useReportChoice } from './useReportChoice';
import { useReportOutput } from './useReportOutput';
import { useStaffReport } from './useStaffReport';

/** The five reports for staff: type, settings, result. */
export default function StaffReports() {
  const t = useText();
  const choice = useReportChoice();
  const { document, problem, isFetching, refetch, reread } = useStaffReport(choice);
  const heading = useRef<HTMLHeadingElement>(null);
  const isAwaited = useRef(false);
  const { selection, missing, isShown, batch } = choice;
  const output = useReportOutput(document, selection, batch?.batch_name, reread);

  // Who asked for a report is led to it; a link that opens with one leaves the focus alone.
  useEffect(() => {
    if (!document || isFetching || !isAwaited.current) return;
    isAwaited.current = false;
    heading.current?.focus();
    void output.note('generated');
  });

  const generate = () => {
    isAwaited.current = true;
    if (isShown) refetch();
  };
  return (
    <Page
      title={t('staffReports.title')}
      subtitle={t('staffReports.subtitle')}
      action={<ReportTools batch={batch} />}
      cards={<LoadedFigures batchId={selection.batchId} />}
    >
      <ReportTypeCards
        value={selection.type}
        hasError={missing?.fields.includes('type') ?? false}
        onChange={(type) => choice.choose({ type })}
      />
      <ReportForm
        choice={choice}
        isBusy={isShown && isFetching}
        onGenerate={generate}
        actions={<ReportActions isThere={document !== undefined} output={output} />}
      />
      {problem ? (
        <Box className="no-print">
          <ErrorState title={t('staffReports.failed')} error={problem} onRetry={refetch} />
        </Box>
      ) : document ? (
        <ReportPaper document={document} issue={output.issue} headingRef={heading} />
      ) : isShown ? (
        <Card sx={{ p: 3 }} aria-busy="true">
          <Skeleton width="40%" height={36} />
          <Skeleton variant="rounded" height={96} sx={{ my: 2 }} />
          <Skeleton variant="rounded" height={280} />
        </Card>
      ) : (
        <Box className="no-print">
          <EmptyState title={t('staffReports.emptyTitle')} text={t('staffReports.emptyText')} />
        </Box>
      )}
    </Page>
  );
}

import Download from '@mui/icons-material/FileDownloadOutlined';
import Pdf from '@mui/icons-material/PictureAsPdfOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { useText } from '../../../i18n/useText';
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden';
import type { ReportOutput } from './useReportOutput';

interface ReportActionsProps {
  /** There is a report. */
  isThere: boolean;
  output: ReportOutput;
}

/** Paper, PDF and .xlsx of the result. */
export function ReportActions({ isThere, output }: ReportActionsProps) {
  const t = useText();
  const { busy, print, exportPdf, exportSheet } = output;
  const isOff = !isThere || busy !== null;
  const preparing = busy === 'pdf' ? t('reportPaper.pdfPrepares') : busy && t('staffReports.printPrepares');
  return (
    <>
      <VisuallyHidden>
        <span role="status">{busy === 'exported' ? '' : preparing}</span>
      </VisuallyHidden>
      <Button
        startIcon={<Print />}
        disabled={isOff}
        loading={busy === 'printed'}
        onClick={() => void print()}
      >
        {t('reportPaper.print')}
      </Button>
      <Button startIcon={<Pdf />} disabled={isOff} loading={busy === 'pdf'} onClick={() => void exportPdf()}>
        {t('staffReports.exportPdf')}
      </Button>
      <Button startIcon={<Download />} disabled={isOff} onClick={() => void exportSheet()}>
        {t('staffReports.exportExcel')}
      </Button>
    </>
  );
}

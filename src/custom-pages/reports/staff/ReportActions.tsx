import Download from '@mui/icons-material/FileDownloadOutlined';
import Pdf from '@mui/icons-material/PictureAsPdfOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useText } from '../../../i18n/useText';
import { download, excelFile } from '../../../ui/excelFile';
import type { ReportDocument } from '../../../../contract/documents/document';
import { sheetOf } from './reportSheet';

/** Paper, PDF and .xlsx of the result; the browser's own print dialog saves the PDF. */
export function ReportActions({ document }: { document: ReportDocument | undefined }) {
  const t = useText();
  const notify = useNotify();
  const [isWriting, setIsWriting] = useState(false);
  const isWithout = document === undefined;
  const print = () => window.print();
  const exportSheet = async () => {
    if (!document) return;
    setIsWriting(true);
    try {
      download(await excelFile(sheetOf(document)), `${document.title} - ${document.about}.xlsx`);
      notify(t('ui.exported', { smart_count: document.tables[0].rows.length }), { type: 'success' });
    } catch {
      notify(t('ui.exportFailed'), { type: 'error' });
    } finally {
      setIsWriting(false);
    }
  };
  return (
    <>
      <Button startIcon={<Print />} disabled={isWithout} onClick={print}>
        {t('staffReports.print')}
      </Button>
      <Button startIcon={<Pdf />} disabled={isWithout} onClick={print}>
        {t('staffReports.exportPdf')}
      </Button>
      <Button startIcon={<Download />} disabled={isWithout || isWriting} onClick={() => void exportSheet()}>
        {t('staffReports.exportExcel')}
      </Button>
    </>
  );
}

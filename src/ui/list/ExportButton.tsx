import Download from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import type { RaRecord } from 'react-admin';
import { useText } from '../../i18n/useText';
import { type ExcelColumn, useExcelExport } from '../report/useExcelExport';

interface ExportButtonProps<R> {
  /** Also the name of the sheet, at most 31 characters. */
  fileName: string;
  columns: readonly ExcelColumn<R>[];
}

/** Exports the list around as it is filtered and sorted now. */
export function ExportButton<R extends RaRecord>({ fileName, columns }: ExportButtonProps<R>) {
  const t = useText();
  const { run, progress } = useExcelExport(fileName, columns);
  return (
    <Button
      variant="outlined"
      startIcon={<Download />}
      onClick={() => void run()}
      disabled={progress !== null}
      aria-live="polite"
    >
      {progress === null ? t('ui.export') : t('ui.exporting', { percent: progress })}
    </Button>
  );
}

import Add from '@mui/icons-material/Add';
import Download from '@mui/icons-material/FileDownloadOutlined';
import FileUpload from '@mui/icons-material/FileUploadOutlined';
import { Button } from '@mui/material';
import { type RaRecord, useCreatePath, useResourceContext } from 'react-admin';
import type { ImportType } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';
import { LinkButton } from '../page/LinkButton';
import { type ExcelExport, useExcelExport } from '../report/useExcelExport';

export function CreateButton({ label }: { label: string }) {
  const resource = useResourceContext();
  const createPath = useCreatePath();
  if (!resource) return null;
  return (
    <LinkButton
      to={createPath({ resource, type: 'create' })}
      label={label}
      variant="contained"
      startIcon={<Add />}
    />
  );
}

export function ExportButton<R extends RaRecord>(excel: ExcelExport<R>) {
  const { exportRows, progress } = useExcelExport(excel);
  return (
    <Button
      variant="outlined"
      startIcon={<Download />}
      onClick={() => void exportRows()}
      disabled={progress !== null}
      aria-live="polite"
    >
      {progress === null ? t('ui.export') : t('ui.exporting', { percent: progress })}
    </Button>
  );
}

export function ImportLink({ type }: { type: ImportType }) {
  return (
    <LinkButton
      to={`/import?type=${type}`}
      label={t('ui.import')}
      variant="outlined"
      startIcon={<FileUpload />}
    />
  );
}

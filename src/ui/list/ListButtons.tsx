import Add from '@mui/icons-material/Add';
import Edit from '@mui/icons-material/EditOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import FileUpload from '@mui/icons-material/FileUploadOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { type RaRecord, useCreatePath, useRecordContext, useResourceContext } from 'react-admin';
import { Link } from 'react-router';
import type { ImportType } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { type ExcelColumn, useExcelExport } from '../report/useExcelExport';

/** The main action of a list: to the form that adds a record. */
export function CreateButton({ label }: { label: string }) {
  const resource = useResourceContext();
  const createPath = useCreatePath();
  if (!resource) return null;
  return (
    <Button
      component={Link}
      to={createPath({ resource, type: 'create' })}
      variant="contained"
      startIcon={<Add />}
    >
      {label}
    </Button>
  );
}

/** To the edit form of the record around it. */
export function EditButton({ name }: { name: string }) {
  const t = useText();
  const record = useRecordContext();
  const resource = useResourceContext();
  const createPath = useCreatePath();
  if (!record || !resource) return null;
  return (
    <Tooltip title={t('ui.edit')}>
      <IconButton
        component={Link}
        to={createPath({ resource, id: record.id, type: 'edit' })}
        aria-label={t('ui.editOf', { name })}
        color="primary"
      >
        <Edit fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

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

/** To the import centre, with the type of the list chosen. */
export function ImportLink({ type }: { type: ImportType }) {
  const t = useText();
  return (
    <Button component={Link} to={`/import?type=${type}`} variant="outlined" startIcon={<FileUpload />}>
      {t('imports.listButton')}
    </Button>
  );
}

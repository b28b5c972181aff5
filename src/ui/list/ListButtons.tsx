import { type ComponentProps, createContext, type MouseEvent, type ReactNode, useContext } from 'react';
import Add from '@mui/icons-material/Add';
import Edit from '@mui/icons-material/EditOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import FileUpload from '@mui/icons-material/FileUploadOutlined';
import { Button, ListItemIcon, MenuItem } from '@mui/material';
import { type RaRecord, useCreatePath, useRecordContext, useResourceContext } from 'react-admin';
import { Link } from 'react-router';
import type { ImportType } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';
import { DeleteButton } from '../dialog/ConfirmDelete';
import { IconAction } from '../page/IconAction';
import { LinkButton } from '../page/LinkButton';
import { type ExcelColumn, useExcelExport } from '../report/useExcelExport';

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

export function EditButton({ name }: { name: string }) {
  const record = useRecordContext();
  const resource = useResourceContext();
  const createPath = useCreatePath();
  if (!record || !resource) return null;
  return (
    <RowButton
      title={t('ui.edit')}
      label={t('ui.editOf', { name })}
      icon={<Edit fontSize="small" />}
      to={createPath({ resource, id: record.id, type: 'edit' })}
    />
  );
}

export const RecordActions = ({ name }: { name: string }) => (
  <>
    <EditButton name={name} />
    <DeleteButton name={name} />
  </>
);

/** If true, row actions render as menu items instead of icons. */
export const InMenu = createContext(false);

interface RowButtonProps extends Omit<ComponentProps<typeof IconAction>, 'title' | 'onClick'> {
  title: string;
  icon: ReactNode;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
}

export function RowButton({ icon, ...action }: RowButtonProps) {
  const isInMenu = useContext(InMenu);
  if (!isInMenu)
    return (
      <IconAction color="primary" {...action}>
        {icon}
      </IconAction>
    );
  const { title, label = title, to, onClick } = action;
  return (
    <MenuItem aria-label={label} {...(to && { component: Link, to })} {...(onClick && { onClick })}>
      <ListItemIcon>{icon}</ListItemIcon>
      {title}
    </MenuItem>
  );
}

interface ExportButtonProps<R> {
  /** The Excel sheet has the same name. Excel allows 31 characters. */
  fileName: string;
  columns: readonly ExcelColumn<R>[];
}

export function ExportButton<R extends RaRecord>({ fileName, columns }: ExportButtonProps<R>) {
  const { exportRows, progress } = useExcelExport(fileName, columns);
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
      label={t('imports.listButton')}
      variant="outlined"
      startIcon={<FileUpload />}
    />
  );
}

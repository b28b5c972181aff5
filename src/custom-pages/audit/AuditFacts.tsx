import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import Restore from '@mui/icons-material/RestoreOutlined';
import Undo from '@mui/icons-material/Undo';
import Upload from '@mui/icons-material/UploadFileOutlined';
import { Box, Chip } from '@mui/material';
import { useCallback } from 'react';
import { useLocation } from 'react-router';
import type { AuditEntry } from '../../../contract/audit';
import { timeInZone } from '../../../contract/rules/hijri';
import { useTimeZone } from '../../dataProvider/useInstitute';
import { t, textOr } from '../../i18n/text';
import { Isolated } from '../../ui/page/Isolated';
import { Ago } from '../../ui/page/Moment';

interface EntryProps {
  entry: AuditEntry;
}

const actionStyles = {
  create: { Icon: Add, color: 'success' },
  update: { Icon: Edit, color: 'info' },
  delete: { Icon: Delete, color: 'error' },
  import: { Icon: Upload, color: 'primary' },
  undo: { Icon: Undo, color: 'warning' },
  restore: { Icon: Restore, color: 'secondary' },
  export: { Icon: Download, color: 'error' },
} as const;

export function ActionBadge({ entry: { action } }: EntryProps) {
  const { Icon, color } = actionStyles[action];
  return (
    <Chip
      size="small"
      variant="outlined"
      icon={<Icon />}
      color={color}
      label={t(`audit.actions.${action}`)}
    />
  );
}

/** The badge without its word, for a narrow row. */
export function ActionIcon({ entry: { action } }: EntryProps) {
  const { Icon, color } = actionStyles[action];
  return <Icon role="img" titleAccess={t(`audit.actions.${action}`)} color={color} fontSize="small" />;
}

export function StateChips({ entry: { undone_at, is_expired } }: EntryProps) {
  if (undone_at === null && !is_expired) return null;
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      {undone_at !== null && (
        <Chip size="small" component="span" icon={<Undo />} label={t('audit.isUndone')} />
      )}
      {is_expired && <Chip size="small" component="span" label={t('audit.isExpired')} />}
    </Box>
  );
}

/** Shows how long ago the operation was, and the time of day. */
export const OperationTime = ({ entry: { performed_at } }: EntryProps) => (
  <>
    <Ago value={performed_at} /> · <Isolated>{timeInZone(new Date(performed_at), useTimeZone())}</Isolated>
  </>
);

/** Uses the label of the form, then the label of the audit trail, then the column name. */
export function fieldLabel(table: string, column: string): string {
  const name = column.replace(/_row_id$/, '_id');
  return textOr(`resources.${table}.fields.${name}`, textOr(`audit.fields.${name}`, column));
}

/** Null gives a link to the list. Search, filters and page stay in the URL. */
export function useAuditLink(): (id: number | null) => { pathname: string; search: string } {
  const { search } = useLocation();
  return useCallback(
    (id: number | null) => ({ pathname: id === null ? '/audit' : `/audit/${id}`, search }),
    [search],
  );
}

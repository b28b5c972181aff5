import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import Restore from '@mui/icons-material/RestoreOutlined';
import Undo from '@mui/icons-material/Undo';
import Upload from '@mui/icons-material/UploadFileOutlined';
import { Chip, Stack } from '@mui/material';
import { useLocation } from 'react-router';
import type { AuditEntry } from '../../../contract/audit';
import { timeInZone } from '../../../contract/rules/hijri';
import { useTimeZone } from '../../dataProvider/useInstitute';
import { t, textOr } from '../../i18n/text';
import { BothDates } from '../../ui/page/BothDates';
import { Isolated } from '../../ui/page/Isolated';
import { formatAgo, useNow } from '../../ui/page/useAgo';

interface EntryProps {
  entry: AuditEntry;
}

const actionStyles = {
  create: { icon: <Add />, color: 'success' },
  update: { icon: <Edit />, color: 'info' },
  delete: { icon: <Delete />, color: 'error' },
  import: { icon: <Upload />, color: 'primary' },
  undo: { icon: <Undo />, color: 'warning' },
  restore: { icon: <Restore />, color: 'secondary' },
} as const;

export function ActionBadge({ entry: { action } }: EntryProps) {
  const { icon, color } = actionStyles[action];
  return (
    <Chip size="small" variant="outlined" icon={icon} color={color} label={t(`audit.actions.${action}`)} />
  );
}

export function StateChips({ entry: { undone_at, is_expired } }: EntryProps) {
  if (undone_at === null && !is_expired) return null;
  return (
    <Stack component="span" direction="row" sx={{ gap: 0.5, flexWrap: 'wrap', mt: 0.5 }}>
      {undone_at !== null && (
        <Chip size="small" component="span" icon={<Undo />} label={t('audit.isUndone')} />
      )}
      {is_expired && <Chip size="small" component="span" label={t('audit.isExpired')} />}
    </Stack>
  );
}

export function OperationTime({ entry: { performed_at } }: EntryProps) {
  return (
    <time dateTime={performed_at}>
      {`${formatAgo(performed_at, useNow())} · `}
      <Isolated>{timeInZone(new Date(performed_at), useTimeZone())}</Isolated>
      {' · '}
      <BothDates value={performed_at} />
    </time>
  );
}

/** Uses the label of the form, then the label of the audit trail, then the column name. */
export function fieldLabel(table: string, column: string): string {
  const name = column.replace(/_row_id$/, '_id');
  return textOr(`resources.${table}.fields.${name}`, textOr(`audit.fields.${name}`, column));
}

/** Null gives a link to the list. Search, filters and page stay in the URL. */
export function useAuditLink(): (id: number | null) => { pathname: string; search: string } {
  const { search } = useLocation();
  return (id) => ({ pathname: id === null ? '/audit' : `/audit/${id}`, search });
}

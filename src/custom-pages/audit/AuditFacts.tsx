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
import { mirrored } from '../../theme/mirrored';
import { BothDates } from '../../ui/page/BothDates';
import { Isolated } from '../../ui/page/Isolated';
import { formatAgo, useNow } from '../../ui/page/useAgo';

interface OfEntry {
  entry: AuditEntry;
}

const signs = {
  create: { icon: <Add />, color: 'success' },
  update: { icon: <Edit />, color: 'info' },
  delete: { icon: <Delete />, color: 'error' },
  import: { icon: <Upload />, color: 'primary' },
  undo: { icon: <Undo sx={mirrored} />, color: 'warning' },
  restore: { icon: <Restore />, color: 'secondary' },
} as const;

/** The action of the operation: icon, colour and text. */
export function ActionBadge({ entry: { action } }: OfEntry) {
  const { icon, color } = signs[action];
  return (
    <Chip size="small" variant="outlined" icon={icon} color={color} label={t(`audit.actions.${action}`)} />
  );
}

/** Whether it was undone or has expired; usually nothing. */
export function Marks({ entry: { undone_at, is_expired } }: OfEntry) {
  if (undone_at === null && !is_expired) return null;
  return (
    <Stack component="span" direction="row" sx={{ gap: 0.5, flexWrap: 'wrap', mt: 0.5 }}>
      {undone_at !== null && (
        <Chip size="small" component="span" icon={<Undo sx={mirrored} />} label={t('audit.isUndone')} />
      )}
      {is_expired && <Chip size="small" component="span" label={t('audit.isExpired')} />}
    </Stack>
  );
}

/** How long ago it was, and the exact time in the institute's time zone. */
export function When({ entry: { performed_at } }: OfEntry) {
  return (
    <time dateTime={performed_at}>
      {`${formatAgo(performed_at, useNow())} · `}
      <Isolated>{timeInZone(new Date(performed_at), useTimeZone())}</Isolated>
      {' · '}
      <BothDates value={performed_at} />
    </time>
  );
}

/** The name of a column: from the form of its table, else from the audit trail, else the stored name. */
export function fieldName(table: string, column: string): string {
  const name = column.replace(/_row_id$/, '_id');
  return textOr(`resources.${table}.fields.${name}`, textOr(`audit.fields.${name}`, column));
}

/** The address of an operation, or of the list; search, filters and page stay in the address. */
export function useAuditAddress(): (id: number | null) => { pathname: string; search: string } {
  const { search } = useLocation();
  return (id) => ({ pathname: id === null ? '/audit' : `/audit/${id}`, search });
}

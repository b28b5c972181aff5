import Card from '@mui/material/Card';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ArchiveEntry } from '../../../contract/archive';
import { useText } from '../../i18n/useText';
import { Moment } from '../../ui/page/Moment';
import { Person } from '../../ui/page/Person';
import { DaysLeft, Related, Status } from './ArchiveFacts';
import { RestoreButton } from './RestoreButton';
import { useTableName } from './useTableName';

const columns = ['description', 'type', 'user', 'date', 'daysLeft', 'status'] as const;

export function ArchiveTable({ entries }: { entries: readonly ArchiveEntry[] }) {
  const t = useText();
  const tableName = useTableName();
  return (
    <Card sx={{ overflowX: 'auto' }}>
      <Table>
        <TableHead>
          <TableRow>
            {columns.map((name) => (
              <TableCell key={name}>{t(`archive.${name}`)}</TableCell>
            ))}
            <TableCell align="right">{t('ui.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {entries.map((entry) => (
            <TableRow key={entry.id}>
              <TableCell sx={{ minWidth: 180, overflowWrap: 'anywhere' }}>
                <bdi>{entry.description}</bdi>
                <Related entry={entry} />
              </TableCell>
              <TableCell>{tableName(entry.table_name)}</TableCell>
              <TableCell>
                <Person entry={entry} />
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                <Moment value={entry.performed_at} />
              </TableCell>
              <TableCell>
                <DaysLeft entry={entry} />
              </TableCell>
              <TableCell>
                <Status entry={entry} />
              </TableCell>
              <TableCell align="right">
                <RestoreButton entry={entry} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

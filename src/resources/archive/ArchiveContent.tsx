import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { ArchiveEntry } from '../../../contract/archive';
import { useText } from '../../i18n/useText';
import { Waiting } from '../../ui/list/ListContent';
import { RecordCard } from '../../ui/list/RecordCard';
import { Moment } from '../../ui/page/Moment';
import { Person } from '../../ui/page/Person';
import { EmptyState, ErrorState } from '../../ui/page/States';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { DaysLeft, Related, Status } from './ArchiveFacts';
import { RestoreButton } from './RestoreButton';
import { useArchiveFilter, useDeletedRecords } from './useArchive';
import { useTableName } from './useTableName';

/** The deletions in all states: waiting, failed, none, none found, there. */
export function ArchiveContent() {
  const t = useText();
  const isPhone = useIsPhone();
  const { filter, page, hasFilter, clear, setPage } = useArchiveFilter();
  const { data: answer, error, isPending, isFetching, refetch } = useDeletedRecords(filter, page);
  if (isPending) return <Waiting />;
  if (!answer)
    return <ErrorState title={t('archive.loadFailed')} error={error} onRetry={() => void refetch()} />;

  const { data: entries, pagination } = answer;
  if (pagination.total === 0)
    return hasFilter ? (
      <EmptyState
        title={t('ui.noResultsTitle')}
        text={t('archive.noResultsText')}
        action={
          <Button variant="outlined" onClick={clear}>
            {t('ui.clearFilters')}
          </Button>
        }
      />
    ) : (
      <EmptyState title={t('archive.emptyTitle')} text={t('archive.emptyText')} />
    );
  return (
    <Box aria-busy={isFetching}>
      <Box sx={{ height: 4 }}>{isFetching && <LinearProgress aria-label={t('ui.loading')} />}</Box>
      {isPhone ? (
        <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {entries.map((entry) => (
            <ArchiveCard key={entry.id} entry={entry} />
          ))}
        </Stack>
      ) : (
        <ArchiveTable entries={entries} />
      )}
      <ArchivePager page={page} totalPages={pagination.totalPages} onChange={setPage} />
    </Box>
  );
}

const columns = ['description', 'type', 'user', 'date', 'daysLeft', 'status'] as const;

function ArchiveTable({ entries }: { entries: readonly ArchiveEntry[] }) {
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

/** A deletion on a phone. */
function ArchiveCard({ entry }: { entry: ArchiveEntry }) {
  const t = useText();
  const tableName = useTableName();
  return (
    <RecordCard
      title={
        <>
          <bdi>{entry.description}</bdi>
          <Related entry={entry} />
        </>
      }
      facts={[
        [t('archive.type'), tableName(entry.table_name)],
        [t('archive.user'), <Person key="user" entry={entry} />],
        [t('archive.date'), <Moment key="date" value={entry.performed_at} />],
        [t('archive.daysLeft'), <DaysLeft key="days" entry={entry} />],
        [t('archive.status'), <Status key="status" entry={entry} />],
      ]}
      actions={<RestoreButton entry={entry} />}
    />
  );
}

interface ArchivePagerProps {
  page: number;
  totalPages: number;
  onChange: (page: number) => void;
}

function ArchivePager({ page, totalPages, onChange }: ArchivePagerProps) {
  const t = useText();
  // An address may ask for a page that is no longer there.
  const previous = Math.min(page - 1, totalPages);
  return (
    <Stack
      component="nav"
      aria-label={t('archive.pages')}
      direction="row"
      sx={{ mt: 2, gap: 2, alignItems: 'center', justifyContent: 'center' }}
    >
      <Button variant="outlined" disabled={page <= 1} onClick={() => onChange(previous)}>
        {t('archive.previous')}
      </Button>
      <Typography className="figure" role="status">
        {t('archive.pageOf', { page, total: totalPages })}
      </Typography>
      <Button variant="outlined" disabled={page >= totalPages} onClick={() => onChange(page + 1)}>
        {t('archive.next')}
      </Button>
    </Stack>
  );
}

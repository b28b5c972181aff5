import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import { useText } from '../../i18n/useText';
import { Waiting } from '../../ui/list/ListContent';
import { EmptyState, ErrorState } from '../../ui/page/States';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { ArchiveCard } from './ArchiveCard';
import { ArchivePager } from './ArchivePager';
import { ArchiveTable } from './ArchiveTable';
import { useArchiveFilter, useDeletedRecords } from './useArchive';

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

import Add from '@mui/icons-material/Add';
import { Box, Button } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnnouncementState, announcementStates } from '../../../contract/families/announcements';
import { useApi } from '../../dataProvider/useApi';
import { t } from '../../i18n/text';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { ViewChoice } from '../../ui/form/ViewChoice';
import { PageTurner } from '../../ui/list/PageTurner';
import { SearchField } from '../../ui/list/SearchField';
import { Page } from '../../ui/page/Page';
import { EmptyState, ErrorState, LoadingState } from '../../ui/page/States';
import { AnnouncementList } from './AnnouncementList';

const AnnouncementDialog = lazyDialog(() => import('./AnnouncementDialog'));

const size = 20;
const views: ReadonlyMap<AnnouncementState, string> = new Map(
  announcementStates.map((state) => [state, t(`announcements.states.${state}`)]),
);

export default function AnnouncementsPage() {
  const [state, setState] = useState<AnnouncementState>('current');
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const [isAdding, setIsAdding] = useState(false);
  const { announcements } = useApi();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['announcements', 'list', state, q, page],
    queryFn: async () => (await announcements()).page({ state, q, from: (page - 1) * size, size }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const pages = Math.ceil((data?.total ?? 0) / size);
  // The deletion of the last row of a page leaves it empty.
  if (data && pages > 0 && page > pages) setPage(pages);
  const add = (
    <Button variant="contained" startIcon={<Add />} onClick={() => setIsAdding(true)}>
      {t('announcements.add')}
    </Button>
  );
  return (
    <Page
      title={t('announcements.title')}
      filters={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <ViewChoice
            label={t('announcements.views')}
            views={views}
            value={state}
            onChange={(chosen) => {
              setState(chosen);
              setPage(1);
            }}
          />
          <Box sx={{ flex: { xs: '1 1 100%', sm: '0 1 20rem' } }}>
            <SearchField
              label={t('announcements.search')}
              q={q}
              onSearch={(text) => {
                setQ(text);
                setPage(1);
              }}
            />
          </Box>
        </Box>
      }
      mainAction={add}
    >
      {error && !data && <ErrorState title={t('announcements.loadFailed')} error={error} onRetry={refetch} />}
      {isPending && <LoadingState shape="rows" />}
      {data?.rows.length === 0 && (
        <EmptyState
          title={t('announcements.emptyTitle')}
          text={t(
            q !== ''
              ? 'announcements.emptySearch'
              : state === 'current'
                ? 'announcements.emptyCurrent'
                : 'announcements.emptyPast',
          )}
        />
      )}
      {data && data.rows.length > 0 && (
        <>
          <AnnouncementList rows={data.rows} />
          <PageTurner page={page} pages={pages} onTurn={setPage} />
        </>
      )}
      {isAdding && <AnnouncementDialog onClose={() => setIsAdding(false)} />}
    </Page>
  );
}

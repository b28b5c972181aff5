import Add from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { excuseStates, type ExcuseState } from '../../../contract/families/excuses';
import { parseRowId } from '../../../contract/fields';
import { useApi } from '../../dataProvider/useApi';
import { t } from '../../i18n/text';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { ViewChoice } from '../../ui/form/ViewChoice';
import { PageTurner } from '../../ui/list/PageTurner';
import { LinkButton } from '../../ui/page/LinkButton';
import { Page } from '../../ui/page/Page';
import { EmptyState, ErrorState, LoadingState } from '../../ui/page/States';
import { ExcuseList } from './ExcuseList';

const NewExcuseDialog = lazyDialog(() => import('./NewExcuseDialog'));

const size = 20;
const views: ReadonlyMap<ExcuseState, string> = new Map(
  excuseStates.map((state) => [state, t(`excuses.${state}`)]),
);

/** `?excuse=` of a notification shows only this excuse, in any state. */
export default function ExcusesPage() {
  const [address] = useSearchParams();
  const id = parseRowId(address.get('excuse'));
  const [state, setState] = useState<ExcuseState>('open');
  const [page, setPage] = useState(1);
  const [isAdding, setIsAdding] = useState(false);
  const { excuses } = useApi();
  const filter = id === null ? { state } : { id };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['excuses', filter, page],
    queryFn: async () => (await excuses()).page({ ...filter, from: (page - 1) * size, size }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const pages = Math.ceil((data?.total ?? 0) / size);
  // An answer moves the last excuse of a page to another state.
  if (data && pages > 0 && page > pages) setPage(pages);
  return (
    <Page
      title={t('excuses.title')}
      filters={
        id === null ? (
          <ViewChoice
            label={t('excuses.views')}
            views={views}
            value={state}
            onChange={(chosen) => {
              setState(chosen);
              setPage(1);
            }}
          />
        ) : (
          <LinkButton to="/excuses" label={t('excuses.all')} />
        )
      }
      tools={
        <Button variant="outlined" startIcon={<Add />} onClick={() => setIsAdding(true)}>
          {t('excuses.add')}
        </Button>
      }
    >
      {error && !data && <ErrorState title={t('excuses.loadFailed')} error={error} onRetry={refetch} />}
      {isPending && <LoadingState shape="rows" />}
      {data?.rows.length === 0 && (
        <EmptyState
          title={t('excuses.emptyTitle')}
          text={t(id === null && state === 'open' ? 'excuses.emptyOpen' : 'excuses.emptyOther')}
        />
      )}
      {data && data.rows.length > 0 && (
        <>
          <ExcuseList rows={data.rows} />
          <PageTurner page={page} pages={pages} onTurn={setPage} />
        </>
      )}
      {isAdding && <NewExcuseDialog onClose={() => setIsAdding(false)} />}
    </Page>
  );
}

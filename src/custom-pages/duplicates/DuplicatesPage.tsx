import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { maxDuplicates } from '../../../contract/students/merge';
import { useApi } from '../../dataProvider/useApi';
import { duplicates as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { PageTurner } from '../../ui/list/PageTurner';
import { Page } from '../../ui/page/Page';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { EmptyState, ErrorState, LoadingState } from '../../ui/page/States';
import { PairList } from './PairList';

const size = 20;

export default function DuplicatesPage() {
  const [page, setPage] = useState(1);
  const { duplicates } = useApi();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['students', 'duplicates', page],
    queryFn: () => duplicates({ from: (page - 1) * size, size }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const pages = Math.ceil((data?.total ?? 0) / size);
  // The last pair of a page may be merged or told apart.
  if (data && pages > 0 && page > pages) setPage(pages);
  return (
    <Page title={t('duplicates.title')} subtitle={labels.subtitle}>
      {error && !data && <ErrorState title={labels.loadFailed} error={error} onRetry={refetch} />}
      {isPending && <LoadingState shape="rows" />}
      {data?.total === 0 && <EmptyState title={labels.emptyTitle} text={labels.emptyText} />}
      {data && data.total > 0 && (
        <>
          <SecondaryText role="status">
            {data.total >= maxDuplicates ? labels.countCapped(data.total) : labels.pairsCount(data.total)}
          </SecondaryText>
          <PairList pairs={data.pairs} />
          <PageTurner page={page} pages={pages} onTurn={setPage} />
        </>
      )}
    </Page>
  );
}

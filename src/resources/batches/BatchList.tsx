import { useCallback } from 'react';
import { ListBase, useGetList, useListContext } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import { useAcademicYear } from '../../dataProvider/useAcademicYear';
import { useToday } from '../../dataProvider/useToday';
import { useText } from '../../i18n/useText';
import { CreateButton } from '../../ui/list/CreateButton';
import { ExportButton } from '../../ui/list/ExportButton';
import { ListContent } from '../../ui/list/ListContent';
import { Page } from '../../ui/page/Page';
import { QuickImport } from '../../ui/quick-import/QuickImport';
import { StatCard, StatCards } from '../../ui/report/StatCard';
import { EmptyState } from '../../ui/page/States';
import { AddProgramButton } from './AddProgramButton';
import { BatchFilters } from './BatchFilters';
import { BatchCard, BatchTable } from './BatchTable';
import { useBatchColumns } from './useBatchColumns';
import { useHasPrograms } from './useHasPrograms';

const BatchList = () => (
  <ListBase sort={{ field: 'created_at', order: 'DESC' }} perPage={25}>
    <BatchListPage />
  </ListBase>
);
export default BatchList;

function BatchListPage() {
  const t = useText();
  const hasPrograms = useHasPrograms();
  const { year } = useAcademicYear();
  const today = useToday();
  const loadBatchImport = useCallback(
    () => import('./batchImport').then(({ batchImport }) => batchImport(year, today)),
    [year, today],
  );
  const add = hasPrograms ? <CreateButton label={t('batches.add')} /> : <AddProgramButton />;
  return (
    <Page
      title={t('batches.title')}
      subtitle={t('batches.subtitle')}
      action={
        <>
          {hasPrograms && <QuickImport load={loadBatchImport} />}
          <ExportButton fileName={t('batches.exportFile')} columns={useBatchColumns()} />
          {add}
        </>
      }
      cards={<BatchCards />}
      filters={<BatchFilters />}
    >
      <ListContent<Batch>
        failed={t('batches.loadFailed')}
        table={<BatchTable />}
        card={batchCard}
        empty={
          <EmptyState
            title={t('batches.emptyTitle')}
            text={t(hasPrograms ? 'batches.emptyText' : 'batches.noPrograms')}
            action={add}
          />
        }
      />
    </Page>
  );
}

const batchCard = (batch: Batch) => <BatchCard batch={batch} />;

function BatchCards() {
  const t = useText();
  const { total, error, filterValues } = useListContext<Batch>();
  const activeFilter = { ...filterValues, is_active: true };
  const active = useGetList<Batch>('batches', { filter: activeFilter, pagination: { page: 1, perPage: 1 } });
  return (
    <StatCards>
      <StatCard label={t('batches.total')} value={error ? t('ui.nothing') : total} />
      <StatCard
        label={t('batches.active')}
        value={active.error ? t('ui.nothing') : active.total}
        to={`/batches?filter=${encodeURIComponent(JSON.stringify(activeFilter))}`}
      />
    </StatCards>
  );
}

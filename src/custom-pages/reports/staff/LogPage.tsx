import type { ReactNode } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import type { Batch } from '../../../../contract/batches';
import type { User } from '../../../../contract/accounts/users';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { useSession } from '../../../dataProvider/session';
import { t } from '../../../i18n/text';
import { FilterBar } from '../../../ui/list/FilterBar';
import { FilterDays } from '../../../ui/list/FilterDays';
import { FilterPicker } from '../../../ui/list/FilterPicker';
import { ListContent, type ListContentProps } from '../../../ui/list/ListContent';
import { ListFrame } from '../../../ui/list/ListPage';
import { LinkButton } from '../../../ui/page/LinkButton';
import { Page } from '../../../ui/page/Page';
import { EmptyState } from '../../../ui/page/States';

interface LogListProps<R> extends Pick<ListContentProps<R>, 'table' | 'renderRow' | 'recordAddress'> {
  log: 'madeReports.' | 'issuedPapers.';
  /** Filters that only this log has. They come before batch, user and days. */
  filters: ReactNode;
}

// Each generated, printed or issued report adds a row.
const alwaysFresh = { staleTime: 0 };

/** The newest row is first. The list reloads each time the page opens. */
export const LogPage = <R extends RaRecord>({
  resource,
  ...list
}: LogListProps<R> & { resource: string }) => (
  <ListFrame resource={resource} sort={{ field: 'created_at', order: 'DESC' }} queryOptions={alwaysFresh}>
    <LogList<R> {...list} />
  </ListFrame>
);

function LogList<R extends RaRecord>({ log, filters, ...rows }: LogListProps<R>) {
  const { error } = useListContext();
  const isAdmin = useSession()?.user.role === 'admin';
  const otherLog = log === 'madeReports.' ? 'issuedPapers.' : 'madeReports.';
  const title = t(`${log}title`);
  // Another server of the same specification may lack this endpoint.
  if (error instanceof ApiProblem && error.isUnsupportedCall)
    return (
      <Page title={title}>
        <EmptyState title={t('staffReports.logMissingTitle')} text={t('staffReports.logMissingText')} />
      </Page>
    );
  return (
    <Page
      title={title}
      tools={
        <>
          <LinkButton to="/reports" variant="outlined" label={t('staffReports.title')} />
          <LinkButton
            to={otherLog === 'madeReports.' ? '/reports/made' : '/reports/issued'}
            variant="outlined"
            label={t(`${otherLog}title`)}
          />
        </>
      }
      filters={
        <FilterBar search={t(`${log}search`)}>
          {filters}
          <FilterPicker<Batch>
            source="batch_name"
            keyField="batch_name"
            resource="batches"
            label={t('labels.batch')}
            anyLabel={t('labels.anyBatch')}
            optionText={({ batch_name }) => batch_name}
          />
          {isAdmin && (
            <FilterPicker<User>
              source="user_id"
              resource="users"
              label={t('labels.user')}
              anyLabel={t('labels.anyUser')}
              optionText={({ name }) => name}
              optionNote={({ username }) => username}
            />
          )}
          <FilterDays first="start_date" last="end_date" />
        </FilterBar>
      }
    >
      <ListContent<R>
        failureTitle={t(`${log}loadFailed`)}
        empty={<EmptyState title={t(`${log}emptyTitle`)} text={t(`${log}emptyText`)} />}
        {...rows}
      />
    </Page>
  );
}

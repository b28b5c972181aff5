import { DataTable, useListContext } from 'react-admin';
import { useNavigate, useParams } from 'react-router';
import { type AuditEntry, operationActions } from '../../../contract/audit';
import type { User } from '../../../contract/accounts/users';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { OperationAuthor } from '../../features/accounts/OperationAuthor';
import { ar } from '../../i18n/ar';
import { t, tableName } from '../../i18n/text';
import { FilterBar } from '../../ui/list/FilterBar';
import { FilterDays } from '../../ui/list/FilterDays';
import { FilterPicker, FilterSelect } from '../../ui/list/FilterSelect';
import { ListContent } from '../../ui/list/ListContent';
import { ListFrame } from '../../ui/list/ListPage';
import { ListTable } from '../../ui/list/ListTable';
import { RecordCard } from '../../ui/list/RecordCard';
import { Isolated } from '../../ui/page/Isolated';
import { LinkButton } from '../../ui/page/LinkButton';
import { Page } from '../../ui/page/Page';
import { EmptyState } from '../../ui/page/States';
import { AuditDialog } from './AuditDialog';
import { ActionBadge, StateChips, useAuditLink, OperationTime } from './AuditFacts';

export default function AuditPage() {
  return (
    <ListFrame resource="audit" sort={{ field: 'performed_at', order: 'DESC' }}>
      <AuditListPage />
    </ListFrame>
  );
}

function AuditListPage() {
  const { error } = useListContext();
  const { id } = useParams();
  const navigate = useNavigate();
  const linkTo = useAuditLink();
  // Another server of the same specification may lack this endpoint.
  if (error instanceof ApiProblem && error.isUnsupportedCall)
    return (
      <Page title={t('audit.title')}>
        <EmptyState title={t('audit.missingTitle')} text={t('audit.missingText')} />
      </Page>
    );
  return (
    <Page title={t('audit.title')} filters={<AuditFilters />}>
      <ListContent<AuditEntry>
        failureTitle={t('audit.loadFailed')}
        recordAddress={({ id: entryId }) => linkTo(entryId)}
        table={<AuditTable />}
        renderCard={(entry) => <AuditCard entry={entry} />}
        empty={
          <EmptyState title={t('audit.emptyTitle')} text={`${t('audit.subtitle')} ${t('audit.emptyText')}`} />
        }
      />
      {id !== undefined && (
        <AuditDialog
          key={id}
          id={Number(id)}
          onClose={() => void navigate(linkTo(null), { replace: true })}
        />
      )}
    </Page>
  );
}

const tables = Object.keys(ar.audit.tables).filter((name) => name !== 'other');

function AuditFilters() {
  return (
    <FilterBar search={t('audit.search')}>
      <FilterPicker<User>
        source="user_id"
        resource="users"
        label={t('labels.user')}
        anyLabel={t('labels.anyUser')}
        optionText={({ name }) => name}
        optionNote={({ username }) => username}
      />
      <FilterSelect
        source="action"
        label={t('labels.action')}
        anyLabel={t('labels.anyAction')}
        choices={operationActions.map((id) => ({ id, name: t(`audit.actions.${id}`) }))}
      />
      <FilterSelect
        source="table_name"
        label={t('audit.table')}
        anyLabel={t('labels.anyType')}
        choices={tables.map((id) => ({ id, name: tableName(id) }))}
      />
      <FilterDays first="start_date" last="end_date" />
    </FilterBar>
  );
}

const Column = DataTable.Col<AuditEntry>;

const widths = {
  '& .column-action': { width: 104 },
  '& .column-description': { width: '30%' },
  '& .column-table_name': { width: 100 },
  '& .column-performed_at': { width: 196 },
  '& .column-rows_count': { width: 80 },
  '& .column-actions': { width: 96 },
} as const;

function AuditTable() {
  return (
    <ListTable<AuditEntry>
      hasIndex={false}
      renderActions={(entry) => <DetailsLink entry={entry} />}
      sx={widths}
    >
      <Column source="action" label={t('labels.action')} render={(entry) => <ActionBadge entry={entry} />} />
      <Column
        source="description"
        label={t('labels.description')}
        disableSort
        render={(entry) => (
          <>
            <bdi>{entry.description}</bdi>
            <StateChips entry={entry} />
          </>
        )}
      />
      <Column
        source="table_name"
        label={t('audit.table')}
        render={({ table_name }) => tableName(table_name)}
      />
      <Column
        source="user_name"
        label={t('labels.user')}
        render={(entry) => <OperationAuthor entry={entry} />}
      />
      <Column
        source="performed_at"
        label={t('labels.time')}
        render={(entry) => <OperationTime entry={entry} />}
      />
      <Column
        source="rows_count"
        label={t('audit.rows')}
        sortByOrder="DESC"
        cellSx={() => ({ textAlign: 'center' })}
        render={({ rows_count }) => <Isolated>{rows_count}</Isolated>}
      />
    </ListTable>
  );
}

function DetailsLink({ entry: { id, description } }: { entry: AuditEntry }) {
  const linkTo = useAuditLink();
  return (
    <LinkButton
      to={linkTo(id)}
      label={t('audit.details')}
      size="small"
      variant="outlined"
      aria-label={t('audit.detailsOf', { description })}
    />
  );
}

function AuditCard({ entry }: { entry: AuditEntry }) {
  return (
    <RecordCard
      title={
        <>
          <bdi>{entry.description}</bdi>
          <StateChips entry={entry} />
        </>
      }
      aside={<ActionBadge entry={entry} />}
      facts={[
        [t('audit.table'), tableName(entry.table_name)],
        [t('labels.user'), <OperationAuthor key="person" entry={entry} />],
        [t('labels.time'), <OperationTime key="time" entry={entry} />],
        [t('audit.rows'), <Isolated key="rows">{entry.rows_count}</Isolated>],
      ]}
      actions={<DetailsLink entry={entry} />}
    />
  );
}

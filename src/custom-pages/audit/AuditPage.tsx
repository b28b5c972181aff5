import { useListContext } from 'react-admin';
import { useCallback } from 'react';
import { useNavigate, useParams } from 'react-router';
import { type AuditEntry, operationActions } from '../../../contract/audit';
import type { User } from '../../../contract/accounts/users';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { OperationAuthor } from '../../features/accounts/OperationAuthor';
import { audit } from '../../i18n/ar/audit';
import { tableName } from '../../i18n/tableName';
import { t } from '../../i18n/text';
import { FilterBar } from '../../ui/list/FilterBar';
import { FilterDays } from '../../ui/list/FilterDays';
import { FilterPicker } from '../../ui/list/FilterPicker';
import { FilterSelect } from '../../ui/list/FilterSelect';
import { ColumnsButton } from '../../ui/list/ColumnsButton';
import { ListContent } from '../../ui/list/ListContent';
import { ListFrame } from '../../ui/list/ListPage';
import { ListColumn } from '../../ui/list/ListColumn';
import { ListTable } from '../../ui/list/ListTable';
import { RecordRow } from '../../ui/list/RecordRow';
import { TwoLines } from '../../ui/list/TwoLines';
import { Isolated } from '../../ui/page/Isolated';
import { LinkButton } from '../../ui/page/LinkButton';
import { ShortDate } from '../../ui/page/Moment';
import { Page } from '../../ui/page/Page';
import { EmptyState } from '../../ui/page/States';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { AuditDialog } from './AuditDialog';
import { ActionBadge, ActionIcon, StateChips, useAuditLink, OperationTime } from './AuditFacts';

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
  const findAddress = useCallback((entry: AuditEntry) => linkTo(entry.id), [linkTo]);
  const isPhone = useIsPhone();
  // Another server of the same specification may lack this endpoint.
  if (error instanceof ApiProblem && error.isUnsupportedCall)
    return (
      <Page title={t('menu.audit')}>
        <EmptyState title={t('audit.missingTitle')} text={t('audit.missingText')} />
      </Page>
    );
  return (
    <Page title={t('menu.audit')} tools={!isPhone && <ColumnsButton />} filters={<AuditFilters />}>
      <ListContent<AuditEntry>
        failureTitle={t('audit.loadFailed')}
        recordAddress={findAddress}
        table={<AuditTable />}
        renderRow={renderRow}
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

const renderRow = (entry: AuditEntry) => <AuditRow entry={entry} />;

const tables = Object.keys(audit.tables).filter((name) => name !== 'other');

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

const Column = ListColumn<AuditEntry>;

/** The sentence usually tells the kind of record, and its first word is the action. */
const hidden = ['table_name', 'rows_count'];
const hiddenWhenNarrow = [...hidden, 'action'];

const widths = {
  '& .column-action': { width: 108 },
  '& .column-table_name': { width: 116 },
  '& .column-user_name': { width: { xs: 116, lg: 150 } },
  '& .column-performed_at': { width: 216 },
  '& .column-rows_count': { width: 80 },
  '& .column-actions': { width: 96 },
} as const;

function AuditTable() {
  return (
    <ListTable<AuditEntry>
      hasIndex={false}
      hiddenColumns={hidden}
      hiddenWhenNarrow={hiddenWhenNarrow}
      renderActions={(entry) => <DetailsLink entry={entry} />}
      sx={widths}
    >
      <Column source="action" label={t('labels.action')} render={(entry) => <ActionBadge entry={entry} />} />
      <Column
        source="description"
        label={t('labels.description')}
        disableSort
        render={(entry) => (
          <TwoLines>
            <StateChips entry={entry} /> <bdi>{entry.description}</bdi>
          </TwoLines>
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
        render={(entry) => (
          <TwoLines>
            <OperationAuthor entry={entry} />
          </TwoLines>
        )}
      />
      <Column
        source="performed_at"
        label={t('labels.time')}
        render={({ performed_at }) => <ShortDate value={performed_at} hasTime />}
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

/** The row itself is the link to the details. */
const AuditRow = ({ entry }: { entry: AuditEntry }) => (
  <RecordRow
    badge={<ActionIcon entry={entry} />}
    title={<bdi>{entry.description}</bdi>}
    details={[
      <bdi key="person">{entry.user_name}</bdi>,
      <OperationTime key="time" entry={entry} />,
      (entry.undone_at !== null || entry.is_expired) && <StateChips key="state" entry={entry} />,
    ]}
  />
);

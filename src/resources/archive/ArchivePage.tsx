import { useQuery } from '@tanstack/react-query';
import Cleanup from '@mui/icons-material/DeleteSweepOutlined';
import History from '@mui/icons-material/History';
import Lock from '@mui/icons-material/LockOutlined';
import { Alert, Button } from '@mui/material';
import { type ArchiveEntry, archivePageSize, archiveTables } from '../../../contract/archive';
import { useApi } from '../../dataProvider/useApi';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useSession } from '../../dataProvider/session';
import { OperationAuthor } from '../../features/accounts/OperationAuthor';
import { archive as archiveLabels } from '../../i18n/ar/adminPages';
import { tableName } from '../../i18n/tableName';
import { t } from '../../i18n/text';
import { ColumnsButton } from '../../ui/list/ColumnsButton';
import { FilterBar } from '../../ui/list/FilterBar';
import { FilterDays } from '../../ui/list/FilterDays';
import { FilterSelect } from '../../ui/list/FilterSelect';
import { ListPage } from '../../ui/list/ListPage';
import { ListColumn } from '../../ui/list/ListColumn';
import { ListTable } from '../../ui/list/ListTable';
import { RecordRow } from '../../ui/list/RecordRow';
import { TwoLines } from '../../ui/list/TwoLines';
import { LinkButton } from '../../ui/page/LinkButton';
import { Ago, ShortDate } from '../../ui/page/Moment';
import { Page } from '../../ui/page/Page';
import { EmptyState } from '../../ui/page/States';
import { Figure, FigureStrip } from '../../ui/report/FigureStrip';
import { RemainingDays, RelatedCount, RestoreButton, RestoreStatus } from './ArchiveFacts';

/** Only an admin sees the archive; other users see an explanation (decision 32). */
export default function ArchivePage() {
  if (useSession()?.user.role !== 'admin') return <NotAuthorized />;
  return (
    <ListPage<ArchiveEntry>
      catalogue="archive."
      resource="archive"
      sort={{ field: 'performed_at', order: 'DESC' }}
      perPage={archivePageSize}
      tools={<ArchiveLinks />}
      figures={<ArchiveStats />}
      columnsButton={<ColumnsButton />}
      filters={<ArchiveFilters />}
      table={<ArchiveTable />}
      renderRow={renderRow}
    />
  );
}

const renderRow = (entry: ArchiveEntry) => <ArchiveRow entry={entry} />;

/** Only our server has the audit trail. */
function ArchiveLinks() {
  const { has } = useServerFeatures();
  return (
    <>
      <LinkButton to="/cleanup" variant="outlined" startIcon={<Cleanup />} label={t('menu.cleanup')} />
      {has('auditTrail') && (
        <LinkButton to="/audit" variant="outlined" startIcon={<History />} label={t('menu.audit')} />
      )}
    </>
  );
}

function NotAuthorized() {
  return (
    <Page title={t('archive.title')}>
      <EmptyState
        icon={<Lock />}
        title={archiveLabels.notAuthorizedTitle}
        text={archiveLabels.notAuthorizedText}
        action={<LinkButton to="/dashboard" variant="contained" label={t('shell.toDashboard')} />}
      />
    </Page>
  );
}

function ArchiveStats() {
  const { archiveStats } = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['archive', 'stats'],
    queryFn: () => archiveStats(),
  });
  if (error && !data)
    return (
      <Alert severity="error" action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}>
        {archiveLabels.statsFailed}
      </Alert>
    );
  const topTable = data?.by_table[0];
  return (
    <FigureStrip>
      <Figure label={archiveLabels.total} value={data?.total} />
      <Figure label={archiveLabels.expiringSoon} value={data?.expiring_soon} />
      <Figure
        label={archiveLabels.maxDeleted}
        value={data && (topTable ? tableName(topTable.table_name) : t('ui.nothing'))}
        {...(topTable ? { hint: t('archive.deletions', { smart_count: topTable.total_operations }) } : {})}
      />
      <Figure label={archiveLabels.undone} value={data?.undone} />
    </FigureStrip>
  );
}

function ArchiveFilters() {
  return (
    <FilterBar>
      <FilterSelect
        source="table"
        label={archiveLabels.table}
        anyLabel={archiveLabels.anyTable}
        choices={archiveTables.map((id) => ({ id, name: tableName(id) }))}
      />
      <FilterDays first="from" last="to" />
    </FilterBar>
  );
}

const Column = ListColumn<ArchiveEntry>;

/** The description tells the kind of record. */
const hidden = ['table_name'];
const hiddenWhenNarrow = [...hidden, 'user_name', 'can_undo'];

const widths = {
  '& .column-table_name': { width: 80 },
  '& .column-user_name': { width: 124 },
  '& .column-performed_at': { width: 216 },
  '& .column-days_until_expiration': { width: 104 },
  '& .column-can_undo': { width: 128 },
  '& .column-actions': { width: 112 },
} as const;

function ArchiveTable() {
  // Only our server sorts the archive.
  const sortProps = { disableSort: !useServerFeatures().has('sortedArchive') };
  return (
    <ListTable<ArchiveEntry>
      hasIndex={false}
      hiddenColumns={hidden}
      hiddenWhenNarrow={hiddenWhenNarrow}
      renderActions={(entry) => <RestoreButton entry={entry} />}
      sx={widths}
    >
      <Column
        source="description"
        label={t('labels.description')}
        {...sortProps}
        render={(entry) => <DeletedItem entry={entry} />}
      />
      <Column
        source="table_name"
        label={archiveLabels.type}
        {...sortProps}
        render={({ table_name }) => tableName(table_name)}
      />
      <Column
        source="user_name"
        label={t('labels.user')}
        {...sortProps}
        render={(entry) => (
          <TwoLines>
            <OperationAuthor entry={entry} />
          </TwoLines>
        )}
      />
      <Column
        source="performed_at"
        label={archiveLabels.date}
        {...sortProps}
        render={({ performed_at }) => <ShortDate value={performed_at} hasTime />}
      />
      <Column
        source="days_until_expiration"
        label={archiveLabels.daysLeft}
        {...sortProps}
        render={(entry) => <RemainingDays entry={entry} />}
      />
      <Column
        source="can_undo"
        label={t('labels.status')}
        {...sortProps}
        render={(entry) => <RestoreStatus entry={entry} />}
      />
    </ListTable>
  );
}

const DeletedItem = ({ entry }: { entry: ArchiveEntry }) => (
  <TwoLines>
    <bdi>{entry.description}</bdi> <RelatedCount entry={entry} />
  </TwoLines>
);

const ArchiveRow = ({ entry }: { entry: ArchiveEntry }) => (
  <RecordRow
    badge={!entry.can_undo && <RestoreStatus entry={entry} />}
    title={<bdi>{entry.description}</bdi>}
    details={[
      entry.can_undo && <RemainingDays key="days" entry={entry} />,
      <Ago key="date" value={entry.performed_at} />,
      <bdi key="user">{entry.user_name}</bdi>,
    ]}
    actions={<RestoreButton entry={entry} isIcon />}
  />
);

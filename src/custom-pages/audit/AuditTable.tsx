import Button from '@mui/material/Button';
import { DataTable } from 'react-admin';
import { Link } from 'react-router';
import type { AuditEntry } from '../../../contract/audit';
import { useText } from '../../i18n/useText';
import { ListTable } from '../../ui/list/ListTable';
import { RecordCard } from '../../ui/list/RecordCard';
import { Isolated } from '../../ui/page/Isolated';
import { Person } from '../../ui/page/Person';
import { ActionBadge, Marks, When } from './AuditFacts';
import { useAuditAddress } from './useAuditAddress';
import { useTableName } from './useNames';

const Column = DataTable.Col<AuditEntry>;

export function AuditTable() {
  const t = useText();
  const tableName = useTableName();
  return (
    <ListTable<AuditEntry> bulkActionButtons={false} rowClick={false}>
      <Column
        source="action"
        label={t('audit.action')}
        disableSort
        render={(entry) => <ActionBadge entry={entry} />}
      />
      <Column
        source="description"
        label={t('audit.description')}
        disableSort
        cellSx={() => ({ minWidth: 200, overflowWrap: 'anywhere' })}
        render={(entry) => (
          <>
            <bdi>{entry.description}</bdi>
            <Marks entry={entry} />
          </>
        )}
      />
      <Column
        source="table_name"
        label={t('audit.table')}
        disableSort
        render={({ table_name }) => tableName(table_name)}
      />
      <Column
        source="user_name"
        label={t('audit.person')}
        disableSort
        render={(entry) => <Person entry={entry} />}
      />
      <Column
        source="performed_at"
        label={t('audit.time')}
        cellSx={() => ({ whiteSpace: 'nowrap' })}
        render={(entry) => <When entry={entry} />}
      />
      <Column
        source="rows_count"
        label={t('audit.rows')}
        disableSort
        cellSx={() => ({ textAlign: 'center' })}
        render={({ rows_count }) => <Isolated>{rows_count}</Isolated>}
      />
      <Column
        source="actions"
        label={t('ui.actions')}
        disableSort
        render={(entry) => <DetailsLink entry={entry} />}
      />
    </ListTable>
  );
}

/** Opens the operation over the list. */
function DetailsLink({ entry: { id, description } }: { entry: AuditEntry }) {
  const t = useText();
  const addressOf = useAuditAddress();
  return (
    <Button
      component={Link}
      to={addressOf(id)}
      size="small"
      variant="outlined"
      aria-label={t('audit.detailsOf', { description })}
    >
      {t('audit.details')}
    </Button>
  );
}

/** An operation on a phone. */
export function AuditCard({ entry }: { entry: AuditEntry }) {
  const t = useText();
  const tableName = useTableName();
  return (
    <RecordCard
      title={
        <>
          <bdi>{entry.description}</bdi>
          <Marks entry={entry} />
        </>
      }
      aside={<ActionBadge entry={entry} />}
      facts={[
        [t('audit.table'), tableName(entry.table_name)],
        [t('audit.person'), <Person key="person" entry={entry} />],
        [t('audit.time'), <When key="time" entry={entry} />],
        [t('audit.rows'), <Isolated key="rows">{entry.rows_count}</Isolated>],
      ]}
      actions={<DetailsLink entry={entry} />}
    />
  );
}

import Button from '@mui/material/Button';
import { DataTable } from 'react-admin';
import { Link } from 'react-router';
import type { AuditEntry } from '../../../contract/audit';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';
import { ListTable } from '../../ui/list/ListTable';
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
export function DetailsLink({ entry: { id, description } }: { entry: AuditEntry }) {
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

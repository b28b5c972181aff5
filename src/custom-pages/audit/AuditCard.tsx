import type { AuditEntry } from '../../../contract/audit';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';
import { Person } from '../../ui/page/Person';
import { RecordCard } from '../../ui/list/RecordCard';
import { ActionBadge, Marks, When } from './AuditFacts';
import { DetailsLink } from './AuditTable';
import { useTableName } from './useNames';

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

import type { ArchiveEntry } from '../../../contract/archive';
import { useText } from '../../i18n/useText';
import { Moment } from '../../ui/page/Moment';
import { Person } from '../../ui/page/Person';
import { RecordCard } from '../../ui/list/RecordCard';
import { DaysLeft, Related, Status } from './ArchiveFacts';
import { RestoreButton } from './RestoreButton';
import { useTableName } from './useTableName';

/** A deletion on a phone. */
export function ArchiveCard({ entry }: { entry: ArchiveEntry }) {
  const t = useText();
  const tableName = useTableName();
  return (
    <RecordCard
      title={
        <>
          <bdi>{entry.description}</bdi>
          <Related entry={entry} />
        </>
      }
      facts={[
        [t('archive.type'), tableName(entry.table_name)],
        [t('archive.user'), <Person key="user" entry={entry} />],
        [t('archive.date'), <Moment key="date" value={entry.performed_at} />],
        [t('archive.daysLeft'), <DaysLeft key="days" entry={entry} />],
        [t('archive.status'), <Status key="status" entry={entry} />],
      ]}
      actions={<RestoreButton entry={entry} />}
    />
  );
}

import type { ArchiveEntry } from '../../../contract/archive';
import { useText } from '../../i18n/useText';
import { RecordCard } from '../../ui/RecordCard';
import { DaysLeft, Moment, Person, Related, Status } from './ArchiveFacts';
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

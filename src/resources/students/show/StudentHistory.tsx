import { Skeleton, Typography } from '@mui/material';
import { useGetList } from 'react-admin';
import type { AuditEntry } from '../../../../contract/audit';
import { t } from '../../../i18n/text';
import { ListRow } from '../../../ui/list/ListRow';
import { LinkButton } from '../../../ui/page/LinkButton';
import { Panel } from '../../../ui/page/Panel';
import { RecordLink } from '../../../ui/page/RecordLink';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { ErrorState } from '../../../ui/page/States';
import { formatAgo, useNow } from '../../../ui/page/useAgo';

const maxEntries = 5;

export function StudentHistory({ id }: { id: number }) {
  const filter = { student_row_id: id };
  const { data, total, error, refetch } = useGetList<AuditEntry>('audit', {
    filter,
    pagination: { page: 1, perPage: maxEntries },
    sort: { field: 'performed_at', order: 'DESC' },
  });
  const now = useNow();
  const filterQuery = `filter=${encodeURIComponent(JSON.stringify(filter))}`;
  return (
    <Panel title={t('cards.history')}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton variant="rounded" height={120} />
      ) : data.length === 0 ? (
        <Typography color="text.secondary">{t('cards.noHistory')}</Typography>
      ) : (
        <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
          {data.map((entry) => (
            <ListRow key={entry.id}>
              <Typography variant="body2">
                <RecordLink to={`/audit/${entry.id}?${filterQuery}`} name={entry.description} />
              </Typography>
              <SecondaryText variant="caption">
                <bdi>{entry.user_name}</bdi> · {formatAgo(entry.performed_at, now)}
              </SecondaryText>
            </ListRow>
          ))}
        </ul>
      )}
      {total !== undefined && total > maxEntries && (
        <LinkButton to={`/audit?${filterQuery}`} label={t('cards.wholeHistory')} sx={{ mt: 1 }} />
      )}
    </Panel>
  );
}

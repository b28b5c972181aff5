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

const newest = 5;

/** What was changed in his record last, by whom; the rest is in the log. */
export function StudentHistory({ id }: { id: number }) {
  const filter = { student_row_id: id };
  const { data, total, error, refetch } = useGetList<AuditEntry>('audit', {
    filter,
    pagination: { page: 1, perPage: newest },
    sort: { field: 'performed_at', order: 'DESC' },
  });
  const now = useNow();
  const address = `filter=${encodeURIComponent(JSON.stringify(filter))}`;
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
                <RecordLink to={`/audit/${entry.id}?${address}`} name={entry.description} />
              </Typography>
              <SecondaryText variant="caption">
                <bdi>{entry.user_name}</bdi> · {formatAgo(entry.performed_at, now)}
              </SecondaryText>
            </ListRow>
          ))}
        </ul>
      )}
      {total !== undefined && total > newest && (
        <LinkButton to={`/audit?${address}`} label={t('cards.wholeHistory')} sx={{ mt: 1 }} />
      )}
    </Panel>
  );
}

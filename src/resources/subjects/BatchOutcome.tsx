import Alert, { type AlertProps } from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useText } from '../../i18n/useText';
import type { Outcome } from './addToBatches';

interface BatchOutcomeProps {
  outcome: Outcome;
  /** What a person is told of a failure. */
  reasonOf: (problem: unknown) => string;
  sx?: AlertProps['sx'];
}

/** Which batches have the subject now and which do not, with the reason of each; nothing when all have it. */
export function BatchOutcome({ outcome: { added, failed }, reasonOf, sx }: BatchOutcomeProps) {
  const t = useText();
  if (failed.length === 0) return null;
  const counts = { added: added.length, wanted: added.length + failed.length };
  const names = added.map(({ batch_name }) => batch_name).join(t('subjects.and'));
  return (
    <Alert severity={added.length > 0 ? 'warning' : 'error'} sx={sx}>
      <Typography sx={{ fontWeight: 600 }}>
        {added.length > 0 ? t('subjects.addedToSome', counts) : t('subjects.addedToNone')}
      </Typography>
      {added.length > 0 && <Typography>{t('subjects.addedTo', { batches: names })}</Typography>}
      <Typography>{t('subjects.failedFor')}</Typography>
      <ul>
        {failed.map(({ batch, problem }) => (
          <li key={batch.id}>
            <bdi>{batch.batch_name}</bdi>: {reasonOf(problem)}
          </li>
        ))}
      </ul>
      <Typography>{t('subjects.retryFailed')}</Typography>
    </Alert>
  );
}

import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import type { Batch } from '../../../contract/batches';
import { isActiveBatch } from '../../../contract/rules/academicYear';
import { defaultBatchStatus } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { instituteToday } from './batchModel';

/** Active: of the current academic year (decision 14). A status that says otherwise stands beside it. */
export function BatchBadges({ batch }: { batch: Batch }) {
  const t = useText();
  const isActive = isActiveBatch(batch.academic_year, null, instituteToday());
  const hasEnded = Boolean(batch.status) && batch.status !== defaultBatchStatus;
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
      {isActive && (
        <Chip
          size="small"
          label={t('batches.isActive')}
          sx={{ color: 'success.main', backgroundColor: (theme) => theme.colours.successTint }}
        />
      )}
      {hasEnded && <Chip size="small" variant="outlined" label={batch.status} />}
      {!isActive && !hasEnded && <Chip size="small" variant="outlined" label={t('batches.isInactive')} />}
    </Stack>
  );
}

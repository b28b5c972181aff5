import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import type { Batch } from '../../../contract/batches';
import { isActiveBatch } from '../../../contract/rules/academicYear';
import { useAcademicYear } from '../../dataProvider/useAcademicYear';
import { useText } from '../../i18n/useText';

/** Whether it is of the current academic year (decision 14), and the stored status, each in its own words. */
export function BatchBadges({ batch }: { batch: Batch }) {
  const t = useText();
  const isOfThisYear = isActiveBatch(batch.academic_year, useAcademicYear().year, '');
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
      {isOfThisYear && (
        <Chip
          size="small"
          label={t('batches.currentYear')}
          sx={{ color: 'success.main', backgroundColor: (theme) => theme.colours.successTint }}
        />
      )}
      {batch.status && <Chip size="small" variant="outlined" label={batch.status} />}
    </Stack>
  );
}

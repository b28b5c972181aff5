import { Chip } from '@mui/material';
import { excuseReasonNames, type ExcuseReason } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';

export const describeExcuse = (reason: ExcuseReason): string =>
  t('excuses.ofDay', { reason: excuseReasonNames[reason] });

/** Beside the name of a student with an accepted excuse for the day. */
export const ExcuseMark = ({ reason }: { reason: ExcuseReason }) => (
  <Chip
    size="small"
    variant="outlined"
    color="info"
    label={excuseReasonNames[reason]}
    title={describeExcuse(reason)}
    sx={{ marginInlineStart: 1, height: 22, flexShrink: 0 }}
  />
);

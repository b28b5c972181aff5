import Chip from '@mui/material/Chip';
import { useText } from '../../../i18n/useText';

/** Handed in after the due time. */
export function LateChip() {
  const t = useText();
  return <Chip size="small" color="warning" label={t('assignments.late')} />;
}

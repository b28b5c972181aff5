import Draft from '@mui/icons-material/EditNoteOutlined';
import Published from '@mui/icons-material/PublicOutlined';
import Chip from '@mui/material/Chip';
import { useText } from '../../../i18n/useText';

/** Whether students see an assignment. */
export function StatusChip({ isPublished }: { isPublished: boolean }) {
  const t = useText();
  const Icon = isPublished ? Published : Draft;
  return (
    <Chip
      size="small"
      variant="outlined"
      color={isPublished ? 'success' : 'default'}
      icon={<Icon aria-hidden />}
      label={t(isPublished ? 'assignments.published' : 'assignments.draft')}
    />
  );
}

import Copy from '@mui/icons-material/ContentCopyOutlined';
import Delete from '@mui/icons-material/DeleteOutlined';
import Draft from '@mui/icons-material/EditNoteOutlined';
import Published from '@mui/icons-material/PublicOutlined';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useServerFeatures } from '../../../dataProvider/serverFeatures';
import { useText } from '../../../i18n/useText';

interface AssignmentToolsProps {
  /** Of the assignment. */
  title: string;
  onDuplicate: () => void;
  onDelete: () => void;
}

/** Copies an assignment, where the server can, and deletes it. */
export function AssignmentTools({ title, onDuplicate, onDelete }: AssignmentToolsProps) {
  const t = useText();
  const { hasRanges } = useServerFeatures();
  return (
    <>
      {hasRanges === true && (
        <Tooltip title={t('assignments.duplicate')}>
          <IconButton aria-label={t('assignments.duplicateOf', { name: title })} onClick={onDuplicate}>
            <Copy fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      <Tooltip title={t('ui.delete')}>
        <IconButton color="error" aria-label={t('ui.deleteOf', { name: title })} onClick={onDelete}>
          <Delete fontSize="small" />
        </IconButton>
      </Tooltip>
    </>
  );
}

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

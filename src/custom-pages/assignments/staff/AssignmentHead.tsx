import Edit from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Assignment } from '../../../../contract/assignments';
import { useText } from '../../../i18n/useText';
import { SubjectLine } from '../AssignmentFacts';
import { AssignmentTools } from './AssignmentTools';
import { StatusChip } from './StatusChip';
import { TitleInPlace } from './TitleInPlace';
import { useUpdateAssignment } from './useUpdateAssignment';

interface AssignmentHeadProps {
  assignment: Assignment;
  isEditing: boolean;
  onEdit: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
}

/** The title, which is changed where it stands, and what can be done with the whole assignment. */
export function AssignmentHead({
  assignment,
  isEditing,
  onEdit,
  onDuplicate,
  onDelete,
}: AssignmentHeadProps) {
  const t = useText();
  const { update, isPending } = useUpdateAssignment(assignment);
  const { title, is_published } = assignment;
  const publish = () =>
    update({
      change: { is_published: !is_published },
      saved: is_published ? 'assignments.unpublishedNow' : 'assignments.publishedNow',
    });
  return (
    <Stack
      direction={{ xs: 'column', md: 'row' }}
      sx={{ justifyContent: 'space-between', alignItems: { xs: 'stretch', md: 'flex-start' }, gap: 2 }}
    >
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <TitleInPlace assignment={assignment} isDisabled={isEditing} />
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          <StatusChip isPublished={is_published} />
          <Typography color="text.secondary">
            <SubjectLine assignment={assignment} />
          </Typography>
        </Stack>
      </Box>
      <Stack direction="row" className="no-print" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Button
          variant={is_published ? 'outlined' : 'contained'}
          disabled={isPending || isEditing}
          onClick={publish}
        >
          {t(is_published ? 'assignments.unpublish' : 'assignments.publish')}
        </Button>
        <Button variant="outlined" startIcon={<Edit />} disabled={isEditing} onClick={onEdit}>
          {t('assignments.edit')}
        </Button>
        <AssignmentTools title={title} onDuplicate={onDuplicate} onDelete={onDelete} />
      </Stack>
    </Stack>
  );
}

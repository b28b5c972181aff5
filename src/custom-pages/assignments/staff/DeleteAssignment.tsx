import Typography from '@mui/material/Typography';
import type { Assignment } from '../../../../contract/assignments';
import { useText } from '../../../i18n/useText';
import { ConfirmDelete } from '../../../ui/dialog/ConfirmDelete';
import { useDeleteAssignment } from './useAssignmentWrites';

interface DeleteAssignmentProps {
  /** Null while nothing is asked. */
  assignment: Assignment | null;
  onDeleted?: () => void;
  onClose: () => void;
}

/** Asks before an assignment goes with its questions and answers. */
export function DeleteAssignment({ assignment, onDeleted, onClose }: DeleteAssignmentProps) {
  const t = useText();
  const { mutate, isPending } = useDeleteAssignment(onDeleted);
  if (!assignment) return null;
  const { submitted_count } = assignment;
  return (
    <ConfirmDelete
      isOpen
      question={t('assignments.deleteAsk')}
      name={assignment.title}
      isPending={isPending}
      onConfirm={() => mutate(assignment, { onSettled: onClose })}
      onClose={onClose}
    >
      <Typography>{t('assignments.deleteAlong')}</Typography>
      {submitted_count !== undefined && (
        <Typography color={submitted_count > 0 ? 'error' : 'text.secondary'}>
          {t('assignments.deleteSubmissions', { smart_count: submitted_count })}
        </Typography>
      )}
    </ConfirmDelete>
  );
}

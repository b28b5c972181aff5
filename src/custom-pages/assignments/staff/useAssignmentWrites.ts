import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Assignment } from '../../../../contract/assignments';
import { useApi } from '../../../dataProvider/useApi';
import { storedRecord } from '../../../dataProvider/ApiProblem';
import type { AssignmentChange } from '../../../dataProvider/assignments';
import { type PlainTextKey, t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import { detailMessage } from '../../../ui/page/problemMessage';
import { addVersion } from './assignmentForm';

export function useErrorHandler() {
  const { notifyError } = useNotices();
  return (fallback: PlainTextKey) => (problem: unknown) => notifyError(detailMessage(problem, t(fallback)));
}

export function useDeleteAssignment(onDeleted?: () => void) {
  const { notifyDone } = useNotices();
  const errorHandler = useErrorHandler();
  const { deleteAssignment, sessionOperations } = useApi();
  return useMutation({
    mutationFn: async ({ id }: Pick<Assignment, 'id'>) => {
      const answer = await deleteAssignment(id);
      // The page of the deleted assignment closes before its data loads again.
      onDeleted?.();
      await sessionOperations().catch(() => null);
      return answer;
    },
    onSuccess: (answer) => notifyDone(answer.message || t('assignments.deleted'), answer),
    onError: errorHandler('assignments.deleteFailed'),
  });
}

interface FieldUpdate {
  change: AssignmentChange;
  doneMessage: PlainTextKey;
}

export function useUpdateAssignment(assignment: Assignment) {
  const { notifyDone } = useNotices();
  const client = useQueryClient();
  const errorHandler = useErrorHandler();
  const { updateAssignment } = useApi();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ change }: FieldUpdate) => updateAssignment(assignment.id, addVersion(change, assignment)),
    onSuccess: (answer, { doneMessage }) => notifyDone(t(doneMessage), answer),
    onError: (problem) => {
      // Reloads the changes of the other user, because the message mentions them.
      if (storedRecord(problem)) void client.invalidateQueries();
      errorHandler('assignments.updateFailed')(problem);
    },
  });
  return { update: mutate, isPending };
}

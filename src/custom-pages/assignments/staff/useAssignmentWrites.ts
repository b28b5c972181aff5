import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Assignment } from '../../../../contract/assignments';
import { useApi } from '../../../dataProvider/useApi';
import { storedRecord } from '../../../dataProvider/ApiProblem';
import type { AssignmentChange } from '../../../dataProvider/assignments';
import { type PlainTextKey, t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import { detailMessage } from '../../../ui/page/problemMessage';
import { addVersion } from './assignmentForm';

/** Returns handlers that show why a write failed, with the field if the server names it. */
export function useErrorHandler() {
  const { notifyError } = useNotices();
  return (fallback: PlainTextKey) => (problem: unknown) => notifyError(detailMessage(problem, t(fallback)));
}

/** The toast offers undo if the server can. */
export function useDeleteAssignment(onDeleted?: () => void) {
  const { notifyDone } = useNotices();
  const errorHandler = useErrorHandler();
  const { deleteAssignment, sessionOperations } = useApi();
  return useMutation({
    mutationFn: async ({ id }: Pick<Assignment, 'id'>) => {
      const answer = await deleteAssignment(id);
      // Leaves the page of the deleted assignment before the data is loaded again.
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
      // Loads the changes that the message is about.
      if (storedRecord(problem)) void client.invalidateQueries();
      errorHandler('assignments.updateFailed')(problem);
    },
  });
  return { update: mutate, isPending };
}

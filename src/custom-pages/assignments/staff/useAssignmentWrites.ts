import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Assignment } from '../../../../contract/assignments';
import { useApi } from '../../../dataProvider/useApi';
import { storedRecord } from '../../../dataProvider/ApiProblem';
import type { AssignmentChange } from '../../../dataProvider/assignments';
import { type PlainTextKey, t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import { detailMessage } from '../../../ui/page/problemMessage';
import { addVersion } from './assignmentForm';

/** Shows why a write was refused; with the name of the field, if the server names one. */
export function useRefusal() {
  const { notifyError } = useNotices();
  return (fallback: PlainTextKey) => (problem: unknown) => notifyError(detailMessage(problem, t(fallback)));
}

/** Deletes an assignment, and shows a toast with undo if the server can undo. */
export function useDeleteAssignment(onDeleted?: () => void) {
  const { notifyDone } = useNotices();
  const refusal = useRefusal();
  const { deleteAssignment, sessionOperations } = useApi();
  return useMutation({
    mutationFn: async ({ id }: Pick<Assignment, 'id'>) => {
      const answer = await deleteAssignment(id);
      // Called before data is loaded again, so that the page of the deleted assignment is left first.
      onDeleted?.();
      await sessionOperations().catch(() => null);
      return answer;
    },
    onSuccess: (answer) => notifyDone(answer.message || t('assignments.deleted'), answer),
    onError: refusal('assignments.deleteFailed'),
  });
}

interface Update {
  change: AssignmentChange;
  saved: PlainTextKey;
}

/** Changes a field of an assignment at once. */
export function useUpdateAssignment(assignment: Assignment) {
  const { notifyDone } = useNotices();
  const client = useQueryClient();
  const refusal = useRefusal();
  const { updateAssignment } = useApi();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ change }: Update) => updateAssignment(assignment.id, addVersion(change, assignment)),
    onSuccess: (answer, { saved }) => notifyDone(t(saved), answer),
    onError: (problem) => {
      // Loads the changes that the message is about, so that the person sees them.
      if (storedRecord(problem)) void client.invalidateQueries();
      refusal('assignments.updateFailed')(problem);
    },
  });
  return { update: mutate, isPending };
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Assignment } from '../../../../contract/assignments';
import { useApi } from '../../../dataProvider/useApi';
import { storedRecord } from '../../../dataProvider/ApiProblem';
import type { AssignmentChange } from '../../../dataProvider/assignments';
import { type PlainTextKey, t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import { detailSentence } from '../../../ui/page/sentenceOf';
import { addVersion } from './assignmentForm';

/** Says why a write was refused; of a field, where the server names one. */
export function useRefusal() {
  const { notifyError } = useNotices();
  return (fallback: PlainTextKey) => (problem: unknown) => notifyError(detailSentence(problem, t(fallback)));
}

/** Deletes an assignment, and says so with the way back where the server has one. */
export function useDeleteAssignment(onDeleted?: () => void) {
  const { notifyDone } = useNotices();
  const refusal = useRefusal();
  const { deleteAssignment, sessionOperations } = useApi();
  return useMutation({
    mutationFn: async ({ id }: Pick<Assignment, 'id'>) => {
      const answer = await deleteAssignment(id);
      // Before anything is read again: the page of what is gone is left first, which takes about one call.
      onDeleted?.();
      await sessionOperations().catch(() => null);
      return answer;
    },
    onSuccess: ({ message, operation_id }) => notifyDone(message || t('assignments.deleted'), operation_id),
    onError: refusal('assignments.deleteFailed'),
  });
}

interface Update {
  change: AssignmentChange;
  saved: PlainTextKey;
}

/** Changes one thing of an assignment at once. */
export function useUpdateAssignment(assignment: Assignment) {
  const { notifyDone } = useNotices();
  const client = useQueryClient();
  const refusal = useRefusal();
  const { updateAssignment } = useApi();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ change }: Update) => updateAssignment(assignment.id, addVersion(change, assignment)),
    onSuccess: (_, { saved }) => notifyDone(t(saved)),
    onError: (problem) => {
      // What the person is told of is to be seen too, and can then be changed.
      if (storedRecord(problem)) void client.invalidateQueries();
      refusal('assignments.updateFailed')(problem);
    },
  });
  return { update: mutate, isPending };
}

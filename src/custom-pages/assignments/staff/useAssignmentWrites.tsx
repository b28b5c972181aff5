import { useMutation } from '@tanstack/react-query';
import { useDataProvider, useNotify } from 'react-admin';
import type { Assignment } from '../../../../contract/assignments';
import type { Api } from '../../../dataProvider';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { type PlainTextKey, useText } from '../../../i18n/useText';
import { sentenceOf } from '../../../ui/page/sentenceOf';
import { UndoToast, undoToastMs } from '../../../ui/dialog/UndoToast';

/** Says why a write was refused; of a field, where the server names one. */
export function useRefusal() {
  const t = useText();
  const notify = useNotify();
  return (fallback: PlainTextKey) => (problem: unknown) => {
    const detail = problem instanceof ApiProblem ? problem.details[0]?.message : undefined;
    notify(detail ?? sentenceOf(problem, t(fallback)), { type: 'error' });
  };
}

/** Deletes an assignment, and says so with the way back where the server has one. */
export function useDeleteAssignment(onDeleted?: () => void) {
  const t = useText();
  const notify = useNotify();
  const refusal = useRefusal();
  const { deleteAssignment, sessionOperations } = useDataProvider<Api>();
  return useMutation({
    mutationFn: async ({ id, title }: Pick<Assignment, 'id' | 'title'>) => {
      const { message } = await deleteAssignment(id);
      // Before anything is read again: the page of what is gone is left first.
      onDeleted?.();
      // Newest first. Without the list there is still the undo control of the top bar.
      const [newest] = (await sessionOperations().catch(() => null)) ?? [];
      return { message, operation: newest?.description.includes(title) ? newest : undefined };
    },
    onSuccess: ({ message, operation }) => {
      const sentence = message || t('assignments.deleted');
      if (operation)
        notify(<UndoToast sentence={sentence} operationId={operation.id} />, {
          autoHideDuration: undoToastMs,
        });
      else notify(sentence, { type: 'success' });
    },
    onError: refusal('assignments.deleteFailed'),
  });
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { useDataProvider, useNotify } from 'react-admin';
import { operationDescriptions } from '../../../contract/successMessages';
import { cleanupNames, type CleanupTarget } from '../../../contract/vocabulary';
import type { Api } from '../../dataProvider';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useText } from '../../i18n/useText';
import { sentenceOf } from '../../ui/page/sentenceOf';
import { UndoToast, undoToastMs } from '../../ui/dialog/UndoToast';

/** What each deletion would take, and deleting. @param onLocked the server asks for the password again */
export function useCleanup(onLocked: () => void) {
  const t = useText();
  const notify = useNotify();
  const provider = useDataProvider<Api>();
  const isLocked = (problem: unknown) => problem instanceof ApiProblem && problem.code === 'STEP_UP_REQUIRED';

  const cards = useQuery({
    queryKey: ['cleanup', 'cards'],
    queryFn: async () => {
      try {
        return await provider.cleanupCards();
      } catch (problem) {
        if (isLocked(problem)) onLocked();
        throw problem;
      }
    },
    staleTime: 0,
    gcTime: 0,
  });

  const removal = useMutation({
    mutationFn: async (target: CleanupTarget) => {
      const answer = await provider.cleanUp(target);
      // Newest first. Without the list there is still the undo control of the top bar.
      const operations = await provider.sessionOperations().catch(() => null);
      const description = operationDescriptions.allDeleted(cleanupNames[target]);
      return {
        ...answer,
        message: answer.message || t('cleanup.deleted', { name: cleanupNames[target] }),
        operation: operations?.find((one) => one.description === description),
      };
    },
    onSuccess: ({ message, operation }) => {
      if (!operation) return notify(message, { type: 'success' });
      const toast = <UndoToast sentence={message} operationId={operation.id} />;
      return notify(toast, { autoHideDuration: undoToastMs });
    },
    onError: (problem, target) => {
      if (isLocked(problem)) onLocked();
      notify(sentenceOf(problem, t('cleanup.failed', { name: cleanupNames[target] })), { type: 'error' });
    },
  });

  return { cards, removal };
}

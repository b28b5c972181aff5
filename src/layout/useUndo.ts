import { useMutation, useQuery } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { maxUndoOperations, type UndoOperation } from '../../contract/undo';
import { useApi } from '../dataProvider/useApi';
import { ApiProblem } from '../dataProvider/ApiProblem';
import { useSession } from '../dataProvider/session';
import { t } from '../i18n/text';
import { useNotices } from '../ui/dialog/Toasts';
import { problemMessage } from '../ui/page/problemMessage';
import { ScreenLoaded } from './screenLoaded';

const refreshMs = 30_000;

export interface UndoRequest {
  operation: UndoOperation;
  isLatest: boolean;
}

/** The reason why an undo failed, with the later changes. */
export interface Conflict {
  message: string;
  changes: readonly string[];
}

/**
 * Thrown if a newer operation exists. "Undo the latest" would undo that one, and not the operation on the
 * screen.
 */
class NewerOperationError extends Error {}

export function useUndo() {
  const { notifyDone, notifyError } = useNotices();
  const api = useApi();
  const user = useSession()?.user;
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const operationsQuery = useQuery({
    queryKey: ['undo', user?.id],
    queryFn: () => api.sessionOperations(),
    enabled: useContext(ScreenLoaded) && user !== undefined && user.role !== 'student',
    // The query polls only in a visible tab. A write in this tab refetches the operations without a poll.
    refetchInterval: ({ state }) => (state.data === null ? false : refreshMs),
  });

  const { mutate, isPending } = useMutation({
    mutationFn: async ({ operation, isLatest }: UndoRequest) => {
      if (!isLatest) return api.undoOne(operation.id);
      const newest = (await api.sessionOperations())?.[0];
      if (newest && newest.id !== operation.id) throw new NewerOperationError();
      return api.undoLatest();
    },
    onSuccess: ({ message }) => notifyDone(message || t('undo.done')),
    onError: (problem, { isLatest }) => {
      const fallback = t(isLatest ? 'undo.latestFailed' : 'undo.failed');
      const reason =
        problem instanceof NewerOperationError ? t('undo.moved') : problemMessage(problem, fallback);
      notifyError(reason);
      void operationsQuery.refetch();
      const changes = problem instanceof ApiProblem ? problem.details.map(({ message }) => message) : [];
      if (changes.length > 0) setConflict({ message: reason, changes });
    },
  });

  return {
    /** Undefined: still loading. Null: the user is a student, or the server lacks the endpoint. */
    operations:
      user?.role === 'student'
        ? null
        : (operationsQuery.data?.slice(0, maxUndoOperations) ?? operationsQuery.data),
    error: operationsQuery.error,
    refetch: () => void operationsQuery.refetch(),
    undo: (request: UndoRequest, onSettled?: () => void) => mutate(request, onSettled ? { onSettled } : {}),
    isPending,
    conflict,
    closeConflict: () => setConflict(null),
  };
}

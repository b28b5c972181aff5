import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { maxUndoOperations, type UndoOperation } from '../../contract/undo';
import { useApi } from '../dataProvider/useApi';
import { ApiProblem } from '../dataProvider/ApiProblem';
import { useSession } from '../dataProvider/session';
import { t } from '../i18n/text';
import { useNotices } from '../ui/dialog/Toasts';
import { sentenceOf } from '../ui/page/sentenceOf';

const refreshMs = 30_000;

export interface Asked {
  operation: UndoOperation;
  isLatest: boolean;
}

/** Why an operation was not undone, and what changed since. */
export interface Conflict {
  sentence: string;
  changes: readonly string[];
}

/** There is a newer operation than the one on the screen: "undo the latest" would undo another one. */
class NewerOperation extends Error {}

/** The operations of this session that can be undone, and the call that undoes one. */
export function useUndo() {
  const { notifyDone, notifyError } = useNotices();
  const provider = useApi();
  const user = useSession()?.user;
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const list = useQuery({
    queryKey: ['undo', user?.id],
    queryFn: () => provider.sessionOperations(),
    enabled: user !== undefined && user.role !== 'student',
    // Only in a visible tab. After each own write everything is loaded again anyway.
    refetchInterval: ({ state }) => (state.data === null ? false : refreshMs),
  });

  const { mutate, isPending } = useMutation({
    mutationFn: async ({ operation, isLatest }: Asked) => {
      if (!isLatest) return provider.undoOne(operation.id);
      const newest = (await provider.sessionOperations())?.[0];
      if (newest && newest.id !== operation.id) throw new NewerOperation();
      return provider.undoLatest();
    },
    onSuccess: ({ message }) => notifyDone(message || t('undo.done')),
    onError: (problem, { isLatest }) => {
      const fallback = t(isLatest ? 'undo.latestFailed' : 'undo.failed');
      const sentence = problem instanceof NewerOperation ? t('undo.moved') : sentenceOf(problem, fallback);
      notifyError(sentence);
      void list.refetch();
      const changes = problem instanceof ApiProblem ? problem.details.map(({ message }) => message) : [];
      if (changes.length > 0) setConflict({ sentence, changes });
    },
  });

  return {
    /** Undefined while it is loading; null for a student, and for a server without the call. */
    operations: user?.role === 'student' ? null : (list.data?.slice(0, maxUndoOperations) ?? list.data),
    error: list.error,
    refetch: () => void list.refetch(),
    takeBack: (asked: Asked, onSettled?: () => void) => mutate(asked, onSettled ? { onSettled } : {}),
    isPending,
    conflict,
    closeConflict: () => setConflict(null),
  };
}

import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { storedRecord } from '../../dataProvider/ApiProblem';
import type { StaleQuestion, StaleSave } from './StaleDialog';

type Values = Record<string, unknown>;

export interface VersionedSave<Body extends object, Answer> {
  save: (body: Body) => Promise<Answer>;
  onSaved: (answer: Answer, body: Body) => void;
  /** Called for every refusal except a stale version. */
  onRefused: (problem: unknown) => void;
  /** Builds the repeated request. `chosen` contains the current version. */
  buildBody?: (chosen: Values, stale: StaleSave<Body>) => Body;
  /** Merges changes of other users without asking. Null if changes clash. */
  merge?: (body: Body, theirs: Values) => Body | null;
}

/** If another user has saved, `question` lets the user decide each field: `<StaleDialog question={…} />`. */
export function useVersionedSave<Body extends object, Answer>({
  save,
  onSaved,
  onRefused,
  buildBody = (chosen) => chosen as Body,
  merge,
}: VersionedSave<Body, Answer>) {
  const [stale, setStale] = useState<StaleSave<Body> | null>(null);
  const { mutateAsync, isPending, isError } = useMutation({ mutationFn: save });
  const isSending = useRef(false);
  const sendOnce = async (body: Body): Promise<void> => {
    try {
      const answer = await mutateAsync(body);
      setStale(null);
      onSaved(answer, body);
    } catch (problem) {
      const theirs = storedRecord(problem);
      const merged = theirs && merge?.(body, theirs);
      if (merged) return sendOnce(merged);
      setStale(theirs && { mine: body, theirs });
      if (!theirs) onRefused(problem);
    }
  };
  const send = async (body: Body) => {
    if (isSending.current) return;
    isSending.current = true;
    await sendOnce(body).finally(() => {
      isSending.current = false;
    });
  };
  const question: StaleQuestion | null = stale && {
    ...stale,
    isSaving: isPending,
    onResolve: (chosen) => void send(buildBody(chosen, stale)),
    onClose: () => setStale(null),
  };
  return {
    send,
    isPending,
    hasFailed: isError && stale === null,
    stale,
    question,
  };
}

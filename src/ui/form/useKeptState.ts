import { useEffect, useRef, useState } from 'react';
import { currentSession } from '../../dataProvider/session';
import { draftKey, forgetDraft, keepDraft, readDraft } from './drafts';
import { isSameDraft, useDraftGone } from './useDraftGone';

interface KeptState<T> {
  value: T;
  /** Changed since it was begun, or found again on the device. */
  isDirty: boolean;
  /** Of the record that it was typed over, where it has one. */
  version: number | undefined;
  set: (value: T) => void;
  /** Saved or dropped: nothing of it stays on the device. */
  drop: () => void;
}

const keyOf = (place: string) => draftKey(currentSession()?.user.id ?? 0, place);

/** Whether something typed at a place waits there to be saved. */
export const isKept = (place: string) => readDraft(keyOf(place)) !== null;

/**
 * What is typed outside of a form, kept on the device at every key until it is saved or dropped, and found again
 * under the same place by the same person.
 * @param place tells it from everything else that is typed on the device
 */
export function useKeptState<T extends object>(
  place: string,
  initial: T,
  storedVersion?: number,
): KeptState<T> {
  const [key] = useState(() => keyOf(place));
  const [found] = useState(() => readDraft(key));
  const [typed, setTyped] = useState<T | null>(() => (found ? { ...initial, ...(found.values as T) } : null));
  const [version] = useState(found ? (found.version ?? storedVersion) : storedVersion);
  const [begun] = useState(initial);
  const isOver = useRef(false);
  useEffect(() => {
    if (typed && !isOver.current)
      keepDraft(key, { ...typed } as Record<string, unknown>, new Date(), version);
  }, [key, typed, version]);
  useDraftGone(key, (was) => {
    if (typed && isSameDraft(was, typed)) setTyped(null);
  });
  return {
    value: typed ?? begun,
    isDirty: typed !== null,
    version,
    set: (value) => {
      isOver.current = false;
      setTyped(value);
    },
    drop: () => {
      isOver.current = true;
      forgetDraft(key);
    },
  };
}

import { useEffect, useRef, useState } from 'react';
import { currentSession } from '../../dataProvider/session';

/** Typed values that were not saved, kept on the device for one person and one screen. */
export interface Draft {
  values: Record<string, unknown>;
  /** ISO 8601. */
  at: string;
  /** Of the record that they were typed over, where it has one. */
  version?: number;
}

const prefix = 'rasd.draft';
const secret = /password/i;

export const draftKey = (userId: string | number, place: string) => `${prefix}.${userId}.${place}`;

export const readDraft = (key: string): Draft | null => draftIn(localStorage.getItem(key));

/** What stands in the storage as a draft; null where it is none. */
function draftIn(text: string | null): Draft | null {
  try {
    const draft: unknown = JSON.parse(text ?? 'null');
    if (typeof draft !== 'object' || draft === null || !('values' in draft)) return null;
    return draft as Draft;
  } catch {
    return null;
  }
}

/** Keeps what is not a secret; null when nothing is left of it. A full device is not the person's concern. */
export function keepDraft(
  key: string,
  values: Record<string, unknown>,
  now: Date,
  version?: number,
): Draft | null {
  const kept = Object.entries(values).filter(([name]) => !secret.test(name));
  if (kept.length === 0) return null;
  const draft: Draft = {
    values: Object.fromEntries(kept),
    at: now.toISOString(),
    ...(version === undefined ? {} : { version }),
  };
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return draft;
  } catch {
    return null;
  }
}

export function forgetDraft(key: string) {
  localStorage.removeItem(key);
}

/** Tells that another window has saved or dropped the draft under this key, with what it was. */
export function useDraftGone(key: string | null, onGone: (was: Draft | null) => void): void {
  const gone = useRef(onGone);
  useEffect(() => {
    gone.current = onGone;
  });
  useEffect(() => {
    const listen = (event: StorageEvent) => {
      if (key !== null && event.key === key && event.newValue === null) gone.current(draftIn(event.oldValue));
    };
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  }, [key]);
}

/** Whether what stands here is no more than what another window has saved or dropped. */
export const isSameDraft = (was: Draft | null, values: object): boolean =>
  JSON.stringify(was?.values) === JSON.stringify(values);

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

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
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

export const readDraft = (key: string): Draft | null => parseDraft(localStorage.getItem(key));

/** What stands in the storage as a draft; null where it is none. */
function parseDraft(text: string | null): Draft | null {
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
  const stored = Object.entries(values).filter(([name]) => !secret.test(name));
  if (stored.length === 0) return null;
  const draft: Draft = {
    values: Object.fromEntries(stored),
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
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    const listen = (event: StorageEvent) => {
      if (key !== null && event.key === key && event.newValue === null) gone(parseDraft(event.oldValue));
    };
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  }, [key]);
}

/** Whether what stands here is no more than what another window has saved or dropped. */
export const isSameDraft = (was: Draft | null, values: object): boolean =>
  JSON.stringify(was?.values) === JSON.stringify(values);

interface TypedState<T> {
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
export const hasDraft = (place: string) => readDraft(keyOf(place)) !== null;

/**
 * What is typed outside of a form, kept on the device at every key until it is saved or dropped, and found again
 * under the same place by the same person.
 * @param place tells it from everything else that is typed on the device
 */
export function useDraftState<T extends object>(
  place: string,
  initial: T,
  storedVersion?: number,
): TypedState<T> {
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

const pause = 300;

/**
 * Keeps a draft a moment after the last change, and at once when the page or the form goes away. A draft that this
 * window has neither written nor taken over is another window's, and stays.
 * @param key null while there is nothing to keep
 * @param changed another value after each change
 * @param draftOf null for nothing to be written now
 */
export function useDraftWriter(
  key: string | null,
  changed: unknown,
  draftOf: () => Pick<Draft, 'values' | 'version'> | null,
) {
  const owned = useRef<{ key: string; at: string } | null>(null);
  const forget = useCallback(() => {
    if (owned.current && readDraft(owned.current.key)?.at === owned.current.at)
      forgetDraft(owned.current.key);
    owned.current = null;
  }, []);
  const write = useEffectEvent(() => {
    const draft = draftOf();
    if (key === null || draft === null) return;
    const stored = keepDraft(key, draft.values, new Date(), draft.version);
    if (stored) owned.current = { key, at: stored.at };
    else forget();
  });
  useEffect(() => {
    const timer = setTimeout(() => write(), pause);
    return () => clearTimeout(timer);
  }, [changed]);
  useEffect(() => {
    const flush = () => write();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);
  useEffect(() => {
    owned.current = null;
  }, [key]);
  return {
    /** Saved or dropped: nothing of it is to be offered again. */
    forget,
    /** A draft that was found is this window's from now on. */
    own: (of: string, { at }: Draft) => {
      owned.current = { key: of, at };
    },
  };
}

type Edits<Edit> = Readonly<Record<string, Edit>>;

/**
 * What is typed over the rows of one sheet and not saved yet, on the device at every key: a reload, a lost network or a
 * forced sign-in finds it again.
 * @param name tells the sheet from everything else that is typed on the device; null while none is chosen
 * @param editsOf what of a draft still holds: what stands on a device may be of an older version, or damaged
 */
export function useDraftEdits<Edit>(name: string | null, editsOf: (draft: Draft | null) => Edits<Edit>) {
  // Of whoever opened the page: a session that ends leaves the work with that person.
  const [userId] = useState(() => currentSession()?.user.id ?? 0);
  const place = name === null ? null : draftKey(userId, name);
  const stored = (of: string | null) => editsOf(of === null ? null : readDraft(of));
  const [shown, setShown] = useState(() => ({ place, edits: stored(place) }));
  if (shown.place !== place) setShown({ place, edits: stored(place) });

  const client = useQueryClient();
  useDraftGone(place, (was) => {
    if (!isSameDraft(was, shown.edits)) return;
    setShown({ place, edits: {} });
    void client.invalidateQueries();
  });
  const current = useRef({ place, editsOf });
  useEffect(() => {
    current.current = { place, editsOf };
  });
  useEffect(() => {
    if (shown.place === place && place !== null) storeEdits(place, shown.edits);
  }, [place, shown]);

  /** For a sheet that is no longer on the screen, what the device keeps of it changes. Keeps its identity. */
  const change = useCallback((of: string, to: (edits: Edits<Edit>) => Edits<Edit>) => {
    const now = current.current;
    if (now.place !== of) storeEdits(of, to(now.editsOf(readDraft(of))));
    else setShown((before) => (before.place === of ? { place: of, edits: to(before.edits) } : before));
  }, []);

  return { place, edits: shown.place === place ? shown.edits : {}, change };
}

function storeEdits(place: string, edits: Edits<unknown>): void {
  if (Object.keys(edits).length === 0) forgetDraft(place);
  else keepDraft(place, edits, new Date());
}

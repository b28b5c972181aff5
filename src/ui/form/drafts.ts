import { useQueryClient } from '@tanstack/react-query';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { currentSession } from '../../dataProvider/session';

/** Typed values that were not saved, stored on the device for one person and one screen. */
export interface Draft {
  values: Record<string, unknown>;
  /** ISO 8601. */
  at: string;
  /** The version of the record that was edited, if it has one. */
  version?: number;
}

const prefix = 'rasd.draft';
const secret = /password/i;

export const draftKey = (userId: string | number, place: string) => `${prefix}.${userId}.${place}`;

export const readDraft = (key: string): Draft | null => parseDraft(localStorage.getItem(key));

/** Reads a stored draft; null if it is none. */
function parseDraft(text: string | null): Draft | null {
  try {
    const draft: unknown = JSON.parse(text ?? 'null');
    if (typeof draft !== 'object' || draft === null || !('values' in draft)) return null;
    return draft as Draft;
  } catch {
    return null;
  }
}

/** Stores the values without secrets; null if nothing is left. A full storage is ignored. */
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

/** Calls `onGone` if another window saved or discarded the draft of this key, with its content. */
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

/** Whether these values are the same as the draft that another window saved or discarded. */
export const isSameDraft = (was: Draft | null, values: object): boolean =>
  JSON.stringify(was?.values) === JSON.stringify(values);

interface TypedState<T> {
  value: T;
  /** Changed since it was loaded, or restored from the device. */
  isDirty: boolean;
  /** The version of the record that was edited, if it has one. */
  version: number | undefined;
  set: (value: T) => void;
  /** Deletes the draft, after a save or discard. */
  drop: () => void;
}

const keyOf = (place: string) => draftKey(currentSession()?.user.id ?? 0, place);

/** Whether there is an unsaved draft at a place. */
export const hasDraft = (place: string) => readDraft(keyOf(place)) !== null;

/**
 * Values that are typed outside of a form: stored on the device at every key until they are saved or discarded, and
 * restored for the same person at the same place.
 * @param place identifies the values on the device
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
 * Stores a draft a moment after the last change, and at once when the page or form closes. A draft of another window
 * stays as it is, unless this window has taken it over.
 * @param key null if there is nothing to store
 * @param changed a new value after each change
 * @param draftOf returns null if nothing should be stored now
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
    /** Deletes the draft, so that it is not offered again. */
    forget,
    /** Takes over a draft that was found. */
    own: (of: string, { at }: Draft) => {
      owned.current = { key: of, at };
    },
  };
}

type Edits<Edit> = Readonly<Record<string, Edit>>;

/** By the place of each sheet on the screen that has unsaved edits: how they go to another place. */
let unsaved: ReadonlyMap<string, (to: string) => void> = new Map();
const listeners = new Set<() => void>();

function publishUnsaved(now: typeof unsaved) {
  unsaved = now;
  for (const listener of listeners) listener();
}

function subscribeUnsaved(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** A sheet of a day has the day in its name, after a `#`. */
const isOfDay = (place: string, day: string) => place.split('#').includes(day);

/** Tells whether a sheet on the screen has unsaved edits of a day. */
export function useUnsavedDays(): (day: string) => boolean {
  const places = useSyncExternalStore(subscribeUnsaved, () => unsaved);
  return (day) => [...places.keys()].some((place) => isOfDay(place, day));
}

/** Moves the unsaved edits of what is on the screen from the sheets of one day to those of another. */
export function moveUnsaved(from: string, to: string): void {
  for (const [place, move] of unsaved)
    if (isOfDay(place, from))
      move(
        place
          .split('#')
          .map((part) => (part === from ? to : part))
          .join('#'),
      );
}

/**
 * Unsaved edits of the rows of a sheet, stored on the device at every key, so that they survive a reload, a lost
 * network or a forced sign-in.
 * @param name identifies the sheet on the device; null if none is chosen
 * @param editsOf reads the valid edits of a draft, which may be of an older version or damaged
 * @param isSent whether an edit may have reached the server: it stays with its day
 */
export function useDraftEdits<Edit>(
  name: string | null,
  editsOf: (draft: Draft | null) => Edits<Edit>,
  isSent: (edit: Edit) => boolean = () => false,
) {
  // The person who opened the page: if the session ends, the draft stays with that person.
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
  // Before it is seen on the screen: a page that is closed then must not leave what has just been saved as a draft.
  useLayoutEffect(() => {
    if (shown.place === place && place !== null) storeEdits(place, shown.edits);
  }, [place, shown]);

  const hasEdits = shown.place === place && Object.keys(shown.edits).length > 0;
  const move = useEffectEvent((to: string) => {
    const [staying, moving] = [true, false].map((stays) =>
      Object.fromEntries(Object.entries(shown.edits).filter(([, edit]) => isSent(edit) === stays)),
    ) as [Edits<Edit>, Edits<Edit>];
    const moved = { ...stored(to), ...moving };
    if (shown.place !== null) storeEdits(shown.place, staying);
    storeEdits(to, moved);
    setShown({ place: to, edits: moved });
  });
  useLayoutEffect(() => {
    if (place === null || !hasEdits) return undefined;
    publishUnsaved(new Map([...unsaved, [place, (to: string) => move(to)]]));
    return () => publishUnsaved(new Map([...unsaved].filter(([one]) => one !== place)));
  }, [place, hasEdits]);

  /** For a sheet that is no longer shown, changes the stored draft. Keeps its identity. */
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

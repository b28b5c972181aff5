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

export interface Draft {
  values: Record<string, unknown>;
  at: string;
  version?: number;
}

const prefix = 'rasd.draft';
const secretNames = /password/i;

export const draftKey = (userId: string | number, name: string) => `${prefix}.${userId}.${name}`;

export const readDraft = (key: string): Draft | null => parseDraft(localStorage.getItem(key));

function parseDraft(text: string | null): Draft | null {
  try {
    const draft: unknown = JSON.parse(text ?? 'null');
    if (typeof draft !== 'object' || draft === null || !('values' in draft)) return null;
    return draft as Draft;
  } catch {
    return null;
  }
}

/** Secrets are not stored. Null if no values remain, or if the storage is full. */
export function storeDraft(
  key: string,
  values: Record<string, unknown>,
  now: Date,
  version?: number,
): Draft | null {
  const stored = Object.entries(values).filter(([name]) => !secretNames.test(name));
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

export function deleteDraft(key: string) {
  localStorage.removeItem(key);
}

/** Calls `onRemove` with the old draft if another window saves or discards it. */
export function useDraftRemoval(key: string | null, onRemove: (removed: Draft | null) => void): void {
  const handleRemoval = useEffectEvent(onRemove);
  useEffect(() => {
    const listen = (event: StorageEvent) => {
      if (key !== null && event.key === key && event.newValue === null)
        handleRemoval(parseDraft(event.oldValue));
    };
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  }, [key]);
}

export const isSameDraft = (removed: Draft | null, values: object): boolean =>
  JSON.stringify(removed?.values) === JSON.stringify(values);

interface TypedState<T> {
  value: T;
  /** True if the user changed the value, or if it comes from a draft. */
  isDirty: boolean;
  version: number | undefined;
  set: (value: T) => void;
  /** Call it after a save or a discard. */
  clear: () => void;
}

const currentUserKey = (name: string) => draftKey(currentSession()?.user.id ?? 0, name);

export const hasDraft = (name: string) => readDraft(currentUserKey(name)) !== null;

/** Keeps values outside a form. The same user gets the values back under the same `name`. */
export function useDraftState<T extends object>(
  name: string,
  initial: T,
  storedVersion?: number,
): TypedState<T> {
  const [key] = useState(() => currentUserKey(name));
  const [stored] = useState(() => readDraft(key));
  const [typed, setTyped] = useState<T | null>(() =>
    stored ? { ...initial, ...(stored.values as T) } : null,
  );
  const [version] = useState(stored ? (stored.version ?? storedVersion) : storedVersion);
  const [initialValue] = useState(initial);
  const isFinished = useRef(false);
  useEffect(() => {
    if (typed && !isFinished.current)
      storeDraft(key, { ...typed } as Record<string, unknown>, new Date(), version);
  }, [key, typed, version]);
  useDraftRemoval(key, (removed) => {
    if (typed && isSameDraft(removed, typed)) setTyped(null);
  });
  return {
    value: typed ?? initialValue,
    isDirty: typed !== null,
    version,
    set: (value) => {
      isFinished.current = false;
      setTyped(value);
    },
    clear: () => {
      isFinished.current = true;
      deleteDraft(key);
    },
  };
}

const pauseMs = 300;

/** Writes after each `changeTrigger` and on unmount. Deletes only a draft of this window. */
export function useDraftWriter(
  key: string | null,
  changeTrigger: unknown,
  buildDraft: () => Pick<Draft, 'values' | 'version'> | null,
) {
  const owned = useRef<{ key: string; at: string } | null>(null);
  const clear = useCallback(() => {
    if (owned.current && readDraft(owned.current.key)?.at === owned.current.at)
      deleteDraft(owned.current.key);
    owned.current = null;
  }, []);
  const write = useEffectEvent(() => {
    const draft = buildDraft();
    if (key === null || draft === null) return;
    const stored = storeDraft(key, draft.values, new Date(), draft.version);
    if (stored) owned.current = { key, at: stored.at };
    else clear();
  });
  useEffect(() => {
    const timer = setTimeout(() => write(), pauseMs);
    return () => clearTimeout(timer);
  }, [changeTrigger]);
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
    clear,
    /** After adopting a draft, this window may overwrite and delete it. */
    adopt: (adoptedKey: string, { at }: Draft) => {
      owned.current = { key: adoptedKey, at };
    },
  };
}

type Edits<Edit> = Readonly<Record<string, Edit>>;

/** Functions that move the unsaved edits of a visible sheet to another storage key. */
let moversByKey: ReadonlyMap<string, (newKey: string) => void> = new Map();
const listeners = new Set<() => void>();

function publishMovers(movers: typeof moversByKey) {
  moversByKey = movers;
  for (const listener of listeners) listener();
}

function subscribeMovers(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The storage key of a daily sheet contains the day after a `#`. */
const isOfDay = (storageKey: string, day: string) => storageKey.split('#').includes(day);

export function useUnsavedDays(): (day: string) => boolean {
  const movers = useSyncExternalStore(subscribeMovers, () => moversByKey);
  return (day) => [...movers.keys()].some((storageKey) => isOfDay(storageKey, day));
}

export function moveUnsavedEdits(fromDay: string, toDay: string): void {
  for (const [storageKey, move] of moversByKey)
    if (isOfDay(storageKey, fromDay))
      move(
        storageKey
          .split('#')
          .map((part) => (part === fromDay ? toDay : part))
          .join('#'),
      );
}

// Stores each edit on the device, so that edits survive a reload or a forced sign-in. `readEdits` must drop
// damaged or outdated edits. An edit that may have reached the server (`isSent`) keeps its day.
export function useDraftEdits<Edit>(
  name: string | null,
  readEdits: (draft: Draft | null) => Edits<Edit>,
  isSent: (edit: Edit) => boolean = () => false,
) {
  // The draft belongs to the user who opened the page, even after the session ends.
  const [userId] = useState(() => currentSession()?.user.id ?? 0);
  const storageKey = name === null ? null : draftKey(userId, name);
  const readStored = (key: string | null) => readEdits(key === null ? null : readDraft(key));
  const [sheet, setSheet] = useState(() => ({ storageKey, edits: readStored(storageKey) }));
  if (sheet.storageKey !== storageKey) setSheet({ storageKey, edits: readStored(storageKey) });

  const client = useQueryClient();
  useDraftRemoval(storageKey, (removed) => {
    if (!isSameDraft(removed, sheet.edits)) return;
    setSheet({ storageKey, edits: {} });
    void client.invalidateQueries();
  });
  const latest = useRef({ storageKey, readEdits });
  useEffect(() => {
    latest.current = { storageKey, readEdits };
  });
  // The effect runs before painting: a page that closes after a save must not keep a draft.
  useLayoutEffect(() => {
    if (sheet.storageKey === storageKey && storageKey !== null) storeEdits(storageKey, sheet.edits);
  }, [storageKey, sheet]);

  const hasEdits = sheet.storageKey === storageKey && Object.keys(sheet.edits).length > 0;
  const move = useEffectEvent((newKey: string) => {
    const [stayingEdits, movingEdits] = [true, false].map((stays) =>
      Object.fromEntries(Object.entries(sheet.edits).filter(([, edit]) => isSent(edit) === stays)),
    ) as [Edits<Edit>, Edits<Edit>];
    const movedEdits = { ...readStored(newKey), ...movingEdits };
    if (sheet.storageKey !== null) storeEdits(sheet.storageKey, stayingEdits);
    storeEdits(newKey, movedEdits);
    setSheet({ storageKey: newKey, edits: movedEdits });
  });
  useLayoutEffect(() => {
    if (storageKey === null || !hasEdits) return undefined;
    publishMovers(new Map([...moversByKey, [storageKey, (newKey: string) => move(newKey)]]));
    return () => publishMovers(new Map([...moversByKey].filter(([key]) => key !== storageKey)));
  }, [storageKey, hasEdits]);

  /** Changes the stored draft if the screen shows another sheet. The function keeps its identity. */
  const change = useCallback((changedKey: string, edit: (edits: Edits<Edit>) => Edits<Edit>) => {
    const latestSheet = latest.current;
    if (latestSheet.storageKey !== changedKey)
      storeEdits(changedKey, edit(latestSheet.readEdits(readDraft(changedKey))));
    else
      setSheet((before) =>
        before.storageKey === changedKey ? { storageKey: changedKey, edits: edit(before.edits) } : before,
      );
  }, []);

  return { storageKey, edits: sheet.storageKey === storageKey ? sheet.edits : {}, change };
}

function storeEdits(storageKey: string, edits: Edits<unknown>): void {
  if (Object.keys(edits).length === 0) deleteDraft(storageKey);
  else storeDraft(storageKey, edits, new Date());
}

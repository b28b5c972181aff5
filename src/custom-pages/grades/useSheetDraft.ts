import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { currentSession } from '../../dataProvider/session';
import { type Draft, draftKey, forgetDraft, keepDraft, readDraft, useDraftGone } from '../../ui/form/drafts';
import { isNewDraft, type SheetState, toDraft } from './sheetState';

const pause = 300;

/**
 * Keeps typed marks on the device, for one person and one subject, a moment after the last key and at once when
 * the page goes away; and offers what a crash, a lost network or a forced sign-in has left.
 */
export function useSheetDraft(state: SheetState | null) {
  // Of whoever opened the page: a session that ends leaves the draft with that person.
  const [userId] = useState(() => currentSession()?.user.id ?? 0);
  const place = state === null ? null : draftKey(userId, `grades#${state.key}`);
  const [offered, setOffered] = useState<{ place: string; draft: Draft | null } | null>(null);
  if (place !== null && offered?.place !== place) setOffered({ place, draft: readDraft(place) });
  const client = useQueryClient();
  useDraftGone(place, () => {
    setOffered((now) => now && { ...now, draft: null });
    void client.invalidateQueries({ queryKey: ['grades'] });
  });
  /** The draft that this page wrote or took over: another one in the same place is another tab's. */
  const owned = useRef<{ place: string; at: string } | null>(null);

  const forget = useCallback(() => {
    if (owned.current && readDraft(owned.current.place)?.at === owned.current.at)
      forgetDraft(owned.current.place);
    owned.current = null;
  }, []);
  const keep = () => {
    if (place === null || state === null) return;
    const kept = keepDraft(place, toDraft(state.sheet), new Date());
    if (kept) owned.current = { place, at: kept.at };
    else forget();
  };
  const latest = useRef(keep);
  useEffect(() => {
    latest.current = keep;
  });
  const sheet = state?.sheet;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), pause);
    return () => clearTimeout(timer);
  }, [sheet]);
  useEffect(() => {
    const flush = () => latest.current();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);
  useEffect(() => {
    owned.current = null;
  }, [place]);

  const draft = offered?.place === place ? offered?.draft : null;
  return {
    /** Null when the device has nothing of this subject that is not stored, or what it had was taken or dropped. */
    offered: state && draft && isNewDraft(state.sheet, draft.values) ? draft : null,
    /** Nothing of it is to be offered again. */
    forget,
    take: () => {
      if (!offered?.draft) return;
      owned.current = { place: offered.place, at: offered.draft.at };
      setOffered({ ...offered, draft: null });
    },
    discard: () => {
      if (!offered) return;
      forgetDraft(offered.place);
      setOffered({ ...offered, draft: null });
    },
  };
}

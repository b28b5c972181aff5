import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentSession } from '../../dataProvider/session';
import {
  type Draft,
  draftKey,
  deleteDraft,
  readDraft,
  useDraftRemoval,
  useDraftWriter,
} from '../../ui/form/drafts';
import { isNewDraft, type SheetState, toDraft } from './sheetState';

/**
 * Stores typed marks on the device, for one person and one subject: a moment after the last key, and at once when the
 * page closes. Offers a draft that was left by a crash, a lost network or a forced sign-in.
 */
export function useSheetDraft(state: SheetState | null) {
  // The person who opened the page: if the session ends, the draft stays with that person.
  const [userId] = useState(() => currentSession()?.user.id ?? 0);
  const place = state === null ? null : draftKey(userId, `grades#${state.key}`);
  const [offered, setOffered] = useState<{ place: string; draft: Draft | null } | null>(null);
  if (place !== null && offered?.place !== place) setOffered({ place, draft: readDraft(place) });
  const client = useQueryClient();
  useDraftRemoval(place, () => {
    setOffered((now) => now && { ...now, draft: null });
    void client.invalidateQueries({ queryKey: ['grades'] });
  });
  const { clear: forget, adopt: own } = useDraftWriter(
    place,
    state?.sheet,
    () => state && { values: toDraft(state.sheet) },
  );

  const draft = offered?.place === place ? offered?.draft : null;
  return {
    /** Null if the device has no unsaved draft of this subject, or it was taken or discarded. */
    offered: state && draft && isNewDraft(state.sheet, draft.values) ? draft : null,
    forget,
    take: () => {
      if (!offered?.draft) return;
      own(offered.place, offered.draft);
      setOffered({ ...offered, draft: null });
    },
    /** What it held is typed in the sheet now. */
    setAside: () => setOffered((now) => now && { ...now, draft: null }),
    discard: () => {
      if (!offered) return;
      deleteDraft(offered.place);
      setOffered({ ...offered, draft: null });
    },
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentSession } from '../../dataProvider/session';
import {
  type Draft,
  draftKey,
  forgetDraft,
  readDraft,
  useDraftGone,
  useDraftWriter,
} from '../../ui/form/drafts';
import { isNewDraft, type SheetState, toDraft } from './sheetState';

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
  const { forget, own } = useDraftWriter(
    place,
    state?.sheet,
    () => state && { values: toDraft(state.sheet) },
  );

  const draft = offered?.place === place ? offered?.draft : null;
  return {
    /** Null when the device has nothing of this subject that is not stored, or what it had was taken or dropped. */
    offered: state && draft && isNewDraft(state.sheet, draft.values) ? draft : null,
    forget,
    take: () => {
      if (!offered?.draft) return;
      own(offered.place, offered.draft);
      setOffered({ ...offered, draft: null });
    },
    discard: () => {
      if (!offered) return;
      forgetDraft(offered.place);
      setOffered({ ...offered, draft: null });
    },
  };
}

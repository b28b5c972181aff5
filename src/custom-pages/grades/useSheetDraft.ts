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
 * Stores typed marks on the device, by user and subject: shortly after the last key, and when the page
 * closes. Offers the draft after a crash, a lost network or a forced sign-in.
 */
export function useSheetDraft(state: SheetState | null) {
  // The draft belongs to the user who opened the page, even after the session ends.
  const [userId] = useState(() => currentSession()?.user.id ?? 0);
  const storageKey = state === null ? null : draftKey(userId, `grades#${state.key}`);
  const [offer, setOffer] = useState<{ storageKey: string; draft: Draft | null } | null>(null);
  if (storageKey !== null && offer?.storageKey !== storageKey)
    setOffer({ storageKey, draft: readDraft(storageKey) });
  const client = useQueryClient();
  useDraftRemoval(storageKey, () => {
    setOffer((current) => current && { ...current, draft: null });
    void client.invalidateQueries({ queryKey: ['grades'] });
  });
  const { clear, adopt } = useDraftWriter(
    storageKey,
    state?.sheet,
    () => state && { values: toDraft(state.sheet) },
  );

  const draft = offer?.storageKey === storageKey ? offer?.draft : null;
  return {
    /** Null if there is no unsaved draft, or after the user accepted or discarded it. */
    offer: state && draft && isNewDraft(state.sheet, draft.values) ? draft : null,
    clear,
    accept: () => {
      if (!offer?.draft) return;
      adopt(offer.storageKey, offer.draft);
      setOffer({ ...offer, draft: null });
    },
    hide: () => setOffer((current) => current && { ...current, draft: null }),
    discard: () => {
      if (!offer) return;
      deleteDraft(offer.storageKey);
      setOffer({ ...offer, draft: null });
    },
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { currentSession } from '../../dataProvider/session';
import type { Sheet } from '../../dataProvider/teaching';
import { draftKey, forgetDraft, isSameDraft, keepDraft, readDraft, useDraftGone } from '../../ui/form/drafts';
import { columns, type Edits, type RowEdit } from './dailyModel';

const nothing: Edits = {};

/**
 * What is typed for one subject and day and not saved yet; on the device, so that a reload, a lost network or a forced
 * sign-in finds it again.
 */
export function useDailyEdits(sheet: Sheet | null, date: string) {
  // Of whoever opened the page: a session that ends leaves the work with that person.
  const [userId] = useState(() => currentSession()?.user.id ?? 0);
  const name = sheet && `/daily-records#${sheet.batchName}#${sheet.subjectCode}#${date}`;
  const place = name === null ? null : draftKey(userId, name);
  const [shown, setShown] = useState(() => ({ place, edits: editsIn(place) }));
  if (shown.place !== place) setShown({ place, edits: editsIn(place) });

  const client = useQueryClient();
  useDraftGone(place, (was) => {
    if (place === null || !isSameDraft(was, shown.edits)) return;
    setShown({ place, edits: nothing });
    void client.invalidateQueries();
  });
  const current = useRef(place);
  useEffect(() => {
    current.current = place;
  }, [place]);
  useEffect(() => {
    if (shown.place === place && place !== null) keepEdits(place, shown.edits);
  }, [place, shown]);

  /** For a day that is no longer on the screen, what the device keeps of it changes. */
  const change = useCallback((of: string, to: (edits: Edits) => Edits) => {
    if (current.current !== of) keepEdits(of, to(editsIn(of)));
    else setShown((now) => (now.place === of ? { place: of, edits: to(now.edits) } : now));
  }, []);

  return { place, edits: shown.place === place ? shown.edits : nothing, change };
}

function keepEdits(place: string, edits: Edits): void {
  if (Object.keys(edits).length === 0) forgetDraft(place);
  else keepDraft(place, edits, new Date());
}

/** What stands on a device may be of an older version, or damaged. */
function editsIn(place: string | null): Edits {
  const values = place === null ? null : readDraft(place)?.values;
  if (!values) return nothing;
  return Object.fromEntries(Object.entries(values).filter(([, edit]) => isRowEdit(edit))) as Edits;
}

function isRowEdit(kept: unknown): kept is RowEdit {
  if (typeof kept !== 'object' || kept === null) return false;
  const { texts, base } = kept as Partial<Record<string, unknown>>;
  return isTexts(texts) && isTexts(base) && columns.every((column) => column in base);
}

const isTexts = (texts: unknown): texts is Record<string, string> =>
  typeof texts === 'object' &&
  texts !== null &&
  Object.values(texts).every((text) => typeof text === 'string');

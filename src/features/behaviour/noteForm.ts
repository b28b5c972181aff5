import type { BehaviourNote } from '../../../contract/families/behaviourNotes';
import type { NoteKind } from '../../../contract/vocabulary';

/** `category_id` null: the note has a text alone. `kind` null: nothing is chosen yet. */
export interface NoteForm {
  kind: NoteKind | null;
  category_id: number | null;
  text: string;
  for_guardians: boolean;
  date: string;
}

export const newNote = (today: string): NoteForm => ({
  kind: null,
  category_id: null,
  text: '',
  for_guardians: false,
  date: today,
});

export const toForm = ({ kind, category_id, text, for_guardians, date }: BehaviourNote): NoteForm => ({
  kind,
  category_id,
  text: text ?? '',
  for_guardians,
  date,
});

/** Null: the note can be saved. */
export function missingOf({ kind, category_id, text }: NoteForm): 'category' | 'text' | null {
  if (kind === null) return 'category';
  return category_id === null && text.trim() === '' ? 'text' : null;
}

export function toBody({ kind, text, ...form }: NoteForm) {
  return { ...form, kind: kind ?? 'remark', text: text.trim() === '' ? null : text } as const;
}

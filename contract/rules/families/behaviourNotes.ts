import type { NoteKind } from '../../vocabulary';
import { daysAfter } from '../retention';

export const maxNoteText = 500;
/** Guardians read notes of this number of days, the newest first, at most so many of a child. */
const shownNoteDays = 90;
export const maxShownNotes = 5;
/** A new note has a day of the last year. */
const maxNoteAge = 366;

/** The first day of the notes that guardians read. Days are `YYYY-MM-DD`. */
export const firstShownDay = (today: string): string => daysAfter(today, 1 - shownNoteDays);

/** The first day that a new note can have. */
export const firstNoteDay = (today: string): string => daysAfter(today, -maxNoteAge);

export interface NoteContent {
  kind: NoteKind;
  /** Null: a note without a category, which needs a text. */
  category: { kind: NoteKind; is_active: boolean } | null;
  text: string | null;
}

export type NoteProblem = 'empty' | 'other kind' | 'retired';

/** Null: the note may be stored. A retired category is allowed only on a note that has it already. */
export function findNoteProblem(
  { kind, category, text }: NoteContent,
  hasCategoryAlready = false,
): NoteProblem | null {
  if (category === null) return text === null || text.trim() === '' ? 'empty' : null;
  if (category.kind !== kind) return 'other kind';
  return category.is_active || hasCategoryAlready ? null : 'retired';
}

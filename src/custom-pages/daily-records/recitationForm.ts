import type { DailyRecord, Recitation } from '../../../contract/dailyRecords';
import { newKey } from '../../dataProvider/lostWrites';
import type { FurtherRecitation } from '../../dataProvider/outbox/recitations';
import type { RecitationItem } from '../../features/hearing/TodayRecitations';
import { emptyRecordValues, applyRow } from '../../features/hearing/queuedRecords';
import type { DaylessRecitation } from '../../features/hearing/useRecitations';
import type { Draft } from '../../ui/form/drafts';
import { buildEdit } from './dailyEdits';
import { type EntrySettings, isRowEdit, type RowEdit, buildRow, storedTexts } from './dailyModel';

/** The form of a new recitation or of a correction. Drafts store this object on the device. */
export interface RecitationForm {
  /** Identifies a further recitation in the outbox. */
  mark: string;
  id: number | null;
  over: DailyRecord;
  edit?: RowEdit | undefined;
  /** Content that was sent with this mark and has no response yet. */
  tried?: DaylessRecitation | undefined;
}
export type RecitationForms = Readonly<Record<string, RecitationForm>>;

const toDailyRecord = (record: DailyRecord, recitation: RecitationItem): DailyRecord => ({
  ...record,
  ...recitation,
  count: 1,
  recitations: [],
});

export const furtherForm = (record: DailyRecord): RecitationForm => ({
  mark: newKey(),
  id: null,
  over: { ...record, ...emptyRecordValues },
});

export const correctionForm = (record: DailyRecord, recitation: RecitationItem): RecitationForm => ({
  mark: newKey(),
  id: recitation.id,
  over: toDailyRecord(record, recitation),
});

/** Creates the form of a refused recitation. A second save replaces the refused entry. */
export function refusedForm(
  record: DailyRecord,
  { mark, recitation }: Pick<FurtherRecitation, 'mark' | 'recitation'>,
  settings: EntrySettings,
): RecitationForm {
  const { subjectCode: _subject, recordDate: _date, pagesCount = null, ...content } = recitation;
  const form = { ...furtherForm(record), mark };
  const texts = storedTexts(applyRow(form.over, { ...content, pagesCount }));
  return { ...form, edit: buildEdit(form.over, texts, settings) };
}

/** Applies the form to the current recitation; returns null if nothing differs. */
export function rebaseForm(
  form: RecitationForm,
  current: Recitation,
  settings: EntrySettings,
): RecitationForm | null {
  // In a correction, untouched fields take the stored values.
  return form.id === null
    ? toCorrection(form, current, settings)
    : { ...form, over: toDailyRecord(form.over, current) };
}

/**
 * Texts that the user typed during a save become a correction of the saved recitation. If the response lacks
 * the recitation, the form stays.
 */
export const continueForm = (form: RecitationForm, stored: Recitation | undefined, settings: EntrySettings) =>
  stored ? toCorrection(form, stored, settings) : form;

function toCorrection(
  form: RecitationForm,
  current: Recitation,
  settings: EntrySettings,
): RecitationForm | null {
  const record = toDailyRecord(form.over, current);
  const edit = buildEdit(record, buildRow(form.over, form.edit, settings).texts, settings);
  return edit ? { mark: form.mark, id: current.id, over: record, edit } : null;
}

export const parseForms = (draft: Draft | null): RecitationForms =>
  Object.fromEntries(
    Object.entries(draft?.values ?? {}).filter(([, form]) => isForm(form)),
  ) as RecitationForms;

function isForm(value: unknown): value is RecitationForm {
  if (typeof value !== 'object' || value === null) return false;
  const { mark, id, over, edit } = value as Partial<Record<keyof RecitationForm, unknown>>;
  return (
    typeof mark === 'string' &&
    (id === null || typeof id === 'number') &&
    typeof over === 'object' &&
    over !== null &&
    'version' in over &&
    isRowEdit(edit)
  );
}

/** A sent form and a correction belong to their day, because the server may have the recitation. */
export const isBoundToDay = ({ id, tried }: RecitationForm): boolean => id !== null || tried !== undefined;

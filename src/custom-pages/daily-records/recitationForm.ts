import type { DailyRecord, Recitation } from '../../../contract/dailyRecords';
import { newKey } from '../../dataProvider/lostWrites';
import type { FurtherRecitation } from '../../dataProvider/outbox/recitations';
import type { RecitationItem } from '../../features/hearing/TodayRecitations';
import { emptyRecordValues, applyRow } from '../../features/hearing/queuedRecords';
import type { DaylessRecitation } from '../../features/hearing/useRecitations';
import type { Draft } from '../../ui/form/drafts';
import { editTo } from './dailyEdits';
import { type Entry, isRowEdit, type RowEdit, rowOf, storedTexts } from './dailyModel';

/** What is typed of one recitation: over nothing, or over the one of this row number. */
export interface RecitationForm {
  /** Of a further recitation, where it is sent. */
  mark: string;
  id: number | null;
  over: DailyRecord;
  edit?: RowEdit | undefined;
  /** What was sent by this mark and not answered. */
  tried?: DaylessRecitation | undefined;
}
/** By the key of the row: what is typed and not saved. */
export type RecitationForms = Readonly<Record<string, RecitationForm>>;

/** One recitation as a row of its own. */
const overOne = (record: DailyRecord, one: RecitationItem): DailyRecord => ({
  ...record,
  ...one,
  count: 1,
  recitations: [],
});

export const furtherForm = (record: DailyRecord): RecitationForm => ({
  mark: newKey(),
  id: null,
  over: { ...record, ...emptyRecordValues },
});

export const correctionForm = (record: DailyRecord, one: RecitationItem): RecitationForm => ({
  mark: newKey(),
  id: one.id,
  over: overOne(record, one),
});

/** A further recitation that the server has refused, whole; saved anew it takes the place of the refused one. */
export function refusedForm(
  record: DailyRecord,
  { mark, recitation }: Pick<FurtherRecitation, 'mark' | 'recitation'>,
  entry: Entry,
): RecitationForm {
  const { subjectCode: _subject, recordDate: _date, pagesCount = null, ...content } = recitation;
  const form = { ...furtherForm(record), mark };
  const heard = storedTexts(applyRow(form.over, { ...content, pagesCount }));
  return { ...form, edit: editTo(form.over, heard, entry) };
}

/** The form over what is stored now; null if it says the same. */
export function overStored(form: RecitationForm, current: Recitation, entry: Entry): RecitationForm | null {
  // What was not typed into a correction is as somebody else has stored it.
  return form.id === null
    ? asCorrection(form, current, entry)
    : { ...form, over: overOne(form.over, current) };
}

/**
 * What was typed while the form was being saved, as a correction of what is stored since. Where the answer does not tell
 * that, the form stays as it is.
 */
export const typedOn = (form: RecitationForm, stored: Recitation | undefined, entry: Entry) =>
  stored ? asCorrection(form, stored, entry) : form;

/** All that is shown, over what is stored now; null if it says the same. */
function asCorrection(form: RecitationForm, current: Recitation, entry: Entry): RecitationForm | null {
  const over = overOne(form.over, current);
  const edit = editTo(over, rowOf(form.over, form.edit, entry).texts, entry);
  return edit ? { mark: form.mark, id: current.id, over, edit } : null;
}

/** Reads a draft, which may be of another version of the app, or damaged. */
export const formsOf = (draft: Draft | null): RecitationForms =>
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

/** Whether it belongs to its day: the server may have it, or it corrects what is stored there. */
export const isOfItsDay = ({ id, tried }: RecitationForm): boolean => id !== null || tried !== undefined;

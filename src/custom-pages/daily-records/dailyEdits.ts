import type { DailyRecord } from '../../../contract/dailyRecords';
import { pagesOfRange } from '../../../contract/rules/mushaf';
import { parseRange } from '../../../contract/rules/mushafText';
import { type Column, type Edits, type Entry, isFixedList, type RowEdit, storedTexts } from './dailyModel';

/** A row with a text typed into one of its fields; undefined once it is as stored again. */
export function typeText(
  record: DailyRecord,
  edit: RowEdit | undefined,
  column: Column,
  text: string,
  entry: Entry,
): RowEdit | undefined {
  const before = edit ?? startEdit(record);
  const after = { ...before, texts: { ...before.texts, [column]: text } };
  if (column === 'pagesCount') return dropStored(record, { ...after, isPagesProposed: false });
  return dropStored(record, column === 'recordContent' ? proposePages(record, before, after, entry) : after);
}

/** A row with content and pages filled in together: a range that was chosen, or where to carry on. */
export function fillRow(
  record: DailyRecord,
  edit: RowEdit | undefined,
  recordContent: string,
  pages: number | null,
): RowEdit | undefined {
  const before = edit ?? startEdit(record);
  const pagesCount = pages === null ? '' : String(pages);
  return dropStored(record, {
    ...before,
    texts: { ...before.texts, recordContent, pagesCount },
    isPagesProposed: pages !== null,
  });
}

const startEdit = (record: DailyRecord): RowEdit => ({
  texts: {},
  base: storedTexts(record),
  isPagesProposed: false,
});

/** Pages are proposed when content comes into a row without pages, and follow it until somebody types them. */
function proposePages(record: DailyRecord, before: RowEdit, after: RowEdit, entry: Entry): RowEdit {
  const stored = storedTexts(record);
  const was = { ...stored, ...before.texts };
  const content = { ...stored, ...after.texts }.recordContent;
  const isBegun = was.recordContent.trim() === '' && was.pagesCount.trim() === '';
  if (!before.isPagesProposed && !isBegun) return after;
  const isEmpty = content.trim() === '';
  const pagesCount = isEmpty ? '' : String(proposedPages(content, entry));
  return { ...after, texts: { ...after.texts, pagesCount }, isPagesProposed: !isEmpty };
}

/** The pages of a range that was typed as one, else what the subject proposes. */
function proposedPages(content: string, entry: Entry): number {
  const range = isFixedList(entry) ? null : parseRange(content);
  return range ? pagesOfRange(range) : entry.default_pages;
}

/** The edit without what is stored anyway; undefined when nothing is left of it. */
export function dropStored(record: DailyRecord, edit: RowEdit): RowEdit | undefined {
  const stored = storedTexts(record);
  const texts = Object.entries(edit.texts).filter(([column, text]) => stored[column as Column] !== text);
  return texts.length === 0 ? undefined : { ...edit, texts: Object.fromEntries(texts) };
}

/** The edits with another one of a row; undefined takes it away. */
export function setEdit(edits: Edits, key: string, edit: RowEdit | undefined): Edits {
  const { [key]: _before, ...others } = edits;
  return edit ? { ...others, [key]: edit } : others;
}

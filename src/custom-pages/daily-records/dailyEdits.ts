import type { DailyRecord } from '../../../contract/dailyRecords';
import { pagesOfRange } from '../../../contract/rules/mushaf';
import { parseRange } from '../../../contract/rules/mushafText';
import {
  changedRows,
  type Column,
  columns,
  type Edits,
  type Entry,
  isFixedList,
  type KeyedRecord,
  type RowEdit,
  storedTexts,
  type Texts,
  valueIn,
} from './dailyModel';

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
function dropStored(record: DailyRecord, edit: RowEdit): RowEdit | undefined {
  const stored = storedTexts(record);
  const texts = Object.entries(edit.texts).filter(([column, text]) => stored[column as Column] !== text);
  return texts.length === 0 ? undefined : { ...edit, texts: Object.fromEntries(texts) };
}

/** The edits with another one of a row; undefined takes it away. */
export function setEdit(edits: Edits, key: string, edit: RowEdit | undefined): Edits {
  const { [key]: _before, ...others } = edits;
  return edit ? { ...others, [key]: edit } : others;
}

/** A field that both this person and somebody else have changed, to different ends. */
export interface Clash {
  key: string;
  studentName: string;
  column: Column;
  mine: string;
  theirs: string;
}

/** What is to be asked about before a save; what only one side changed is not. */
export function findClashes(records: readonly KeyedRecord[], edits: Edits, entry: Entry): Clash[] {
  return changedRows(records, edits, entry).flatMap(({ key, record, row }) => {
    const base = edits[key]?.base;
    const stored = storedTexts(record);
    return row.changed.flatMap((column) => {
      if (!base || Object.is(valueIn(column, base[column]), valueIn(column, stored[column]))) return [];
      return [
        { key, studentName: record.studentName, column, mine: row.texts[column], theirs: stored[column] },
      ];
    });
  });
}

/** The person has chosen: in `theirs` the stored value stays; the rest is typed over what is stored now. */
export function settleClashes(
  records: readonly KeyedRecord[],
  edits: Edits,
  theirs: readonly Pick<Clash, 'key' | 'column'>[],
): Edits {
  return records.reduce((sum, { key, record }) => {
    const edit = sum[key];
    if (!edit) return sum;
    const dropped = theirs.filter((clash) => clash.key === key).map(({ column }) => column);
    const texts = Object.fromEntries(
      Object.entries(edit.texts).filter(([column]) => !dropped.includes(column as Column)),
    );
    return setEdit(sum, key, dropStored(record, { ...edit, texts, base: storedTexts(record) }));
  }, edits);
}

/** The records with those that the server answered in place of the older ones. */
export function replaceRows(
  records: readonly DailyRecord[],
  answered: readonly DailyRecord[],
): DailyRecord[] {
  const received = new Map(keyedByNumber(answered));
  return records.map((record) => received.get(record.studentId) ?? record);
}

const keyedByNumber = (records: readonly DailyRecord[]) =>
  records.map((record) => [record.studentId, record] as const);

/** The records after a save: as the server answered them, or, where it answers none, as they were sent. */
export function applySaved(
  records: readonly KeyedRecord[],
  sent: Edits,
  entry: Entry,
  answered: readonly DailyRecord[] | undefined,
): DailyRecord[] {
  if (answered)
    return replaceRows(
      records.map(({ record }) => record),
      answered,
    );
  const rows = new Map(changedRows(records, sent, entry).map(({ key, row }) => [key, row.texts]));
  return records.map(({ key, record }) => {
    const texts = rows.get(key);
    return texts ? { ...record, ...valuesOf(texts) } : record;
  });
}

const valuesOf = (texts: Texts) =>
  Object.fromEntries(columns.map((column) => [column, valueIn(column, texts[column])]));

/** What is left to save: what was typed while the save was under way, over what is stored since. */
export function keepUnsaved(edits: Edits, sent: Edits, saved: readonly KeyedRecord[]): Edits {
  const left = Object.fromEntries(Object.entries(edits).filter(([key, edit]) => sent[key] !== edit));
  return settleClashes(saved, left, []);
}

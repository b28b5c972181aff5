import { pagesOfRanges } from '../../../contract/rules/mushaf';
import type { DailyRecord } from '../../../contract/dailyRecords';
import { parseMark } from '../../../contract/rules/grading';
import { defaultRecordResult } from '../../../contract/vocabulary';
import { faultsIn, judge, sumOf } from '../../features/hearing/hearing';
import {
  changedRows,
  type Column,
  contentRanges,
  type Edits,
  type Entry,
  type KeyedRecord,
  type RowEdit,
  storedTexts,
  type Texts,
  valueIn,
  valuesOf,
} from './dailyModel';

/** The row with a text typed into a field; undefined if it is as stored again. */
export function typeText(
  record: DailyRecord,
  edit: RowEdit | undefined,
  column: Column,
  text: string,
  entry: Entry,
): RowEdit | undefined {
  const before = continueEdit(record, edit, entry);
  const after = { ...before, texts: { ...before.texts, [column]: text } };
  if (column === 'pagesCount')
    return dropStored(record, judged(record, { ...after, isPagesProposed: false }, entry));
  if (column === 'performanceLevel' || column === 'result')
    return dropStored(record, { ...after, isJudged: false });
  if (column === 'faults') return dropStored(record, countedFaults(record, after, entry));
  if (column !== 'recordContent') return dropStored(record, after);
  return dropStored(record, judged(record, proposePages(record, before, after, entry), entry));
}

/** Sets the mistakes to the sum of the faults, and the level and result to those that the faults propose. */
function countedFaults(record: DailyRecord, edit: RowEdit, entry: Entry): RowEdit {
  const faults = faultsIn(edit.texts.faults ?? '');
  const mistakesCount = faults.length === 0 ? '' : String(sumOf(faults));
  const { performanceLevel, result } = { ...storedTexts(record), ...edit.texts };
  // A level and result set by the teacher stay.
  const isOpen = edit.isJudged ?? (performanceLevel === '' && result === defaultRecordResult);
  const after = { ...edit, texts: { ...edit.texts, mistakesCount } };
  return isOpen ? judged(record, { ...after, isJudged: true }, entry) : after;
}

/** Updates level and result from faults and pages, unless the teacher has changed them. */
function judged(record: DailyRecord, edit: RowEdit, { judging }: Entry): RowEdit {
  if (!edit.isJudged || !judging) return edit;
  const { faults, pagesCount } = { ...storedTexts(record), ...edit.texts };
  const rule = judge(faultsIn(faults), parseMark(pagesCount), judging);
  if (!rule) return edit;
  const { performanceLevel, result } = rule;
  return { ...edit, texts: { ...edit.texts, performanceLevel, result } };
}

/** Fills in content and pages together: a chosen range, or the next portion. */
export function fillRow(
  record: DailyRecord,
  edit: RowEdit | undefined,
  recordContent: string,
  pages: number | null,
  entry: Entry,
): RowEdit | undefined {
  const before = continueEdit(record, edit, entry);
  const pagesCount = pages === null ? '' : String(pages);
  const texts = { ...before.texts, recordContent, pagesCount };
  return dropStored(record, judged(record, { ...before, texts, isPagesProposed: pages !== null }, entry));
}

/** The edit after which a row says these texts; undefined if it says them already. */
export function editTo(record: DailyRecord, texts: Texts, entry: Entry): RowEdit | undefined {
  const { isJudged: _before, ...begun } = startEdit(record, entry);
  const { recordContent, pagesCount, performanceLevel } = texts;
  const isPagesProposed =
    recordContent.trim() !== '' && pagesCount === String(proposedPages(recordContent, entry));
  // A level that the teacher has set stays; one that the faults propose follows them.
  const isJudged = isAsProposed(texts, entry) || (performanceLevel === '' ? undefined : false);
  return dropStored(record, {
    ...begun,
    texts,
    isPagesProposed,
    ...(isJudged !== undefined && { isJudged }),
  });
}

function startEdit(record: DailyRecord, entry: Entry): RowEdit {
  const base = storedTexts(record);
  return {
    texts: {},
    base,
    isPagesProposed: false,
    ...(isAsProposed(base, entry) && { isJudged: true }),
  };
}

/** Whether level and result are those that the stored faults propose, so that the teacher has not set them. */
function isAsProposed({ faults, pagesCount, performanceLevel, result }: Texts, { judging }: Entry): boolean {
  const rule = judging && faults !== '' ? judge(faultsIn(faults), parseMark(pagesCount), judging) : null;
  return rule?.performanceLevel === performanceLevel && rule.result === result;
}

/** Proposes pages when content is typed into a row without pages, and updates them until somebody types pages. */
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

/** The pages of the typed ranges, else the default of the subject. */
function proposedPages(content: string, entry: Entry): number {
  return pagesOfRanges(contentRanges(content, entry)) ?? entry.default_pages;
}

/** Removes what equals the stored values; undefined if nothing is left. */
function dropStored(record: DailyRecord, edit: RowEdit): RowEdit | undefined {
  const stored = storedTexts(record);
  const texts = Object.entries(edit.texts).filter(([column, text]) => stored[column as Column] !== text);
  return texts.length === 0 ? undefined : { ...edit, texts: Object.fromEntries(texts) };
}

/** The edit of a row, to be typed on; its base is what was stored when a field was first typed into. */
function continueEdit(record: DailyRecord, edit: RowEdit | undefined, entry: Entry): RowEdit {
  if (!edit) return startEdit(record, entry);
  // What was typed and is stored now clashes with nobody, also if it is typed over once more.
  const stored = storedTexts(record);
  const arrived = Object.entries(edit.texts).filter(([column, text]) => stored[column as Column] === text);
  return { ...edit, base: { ...edit.base, ...Object.fromEntries(arrived) } };
}

/** Replaces the edit of a row; undefined removes it. */
export function setEdit(edits: Edits, key: string, edit: RowEdit | undefined): Edits {
  const { [key]: _before, ...others } = edits;
  return edit ? { ...others, [key]: edit } : others;
}

/** A field that this person and somebody else changed differently. */
export interface Clash {
  key: string;
  studentName: string;
  column: Column;
  mine: string;
  theirs: string;
}

/** The clashes before a save; fields that only one side changed are none. */
export function findClashes(records: readonly KeyedRecord[], edits: Edits, entry: Entry): Clash[] {
  return changedRows(records, edits, entry).flatMap(({ key, record, row }) => {
    const base = edits[key]?.base;
    const stored = storedTexts(record);
    return row.changed.flatMap((column) => {
      // A draft of an older version has fewer columns.
      if (base?.[column] === undefined || base[column] === stored[column]) return [];
      if (Object.is(valueIn(column, base[column]), valueIn(column, stored[column]))) return [];
      return [
        { key, studentName: record.studentName, column, mine: row.texts[column], theirs: stored[column] },
      ];
    });
  });
}

/** After the choice: fields in `theirs` take the stored value, the others keep the typed one. */
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

/** Replaces records by those that the server sent. */
export function replaceRows(
  records: readonly DailyRecord[],
  answered: readonly DailyRecord[],
): DailyRecord[] {
  const received = new Map(answered.map((record) => [placeOf(record), record]));
  return records.map((record) => received.get(placeOf(record)) ?? record);
}

const placeOf = ({ studentId, kind }: DailyRecord) => `${kind ?? ''}:${studentId}`;

/** The records after a save: from the answer of the server or, if it sends none, as they were sent. */
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

/** The edits that were typed during the save, compared with what is stored now. */
export function keepUnsaved(edits: Edits, sent: Edits, saved: readonly KeyedRecord[]): Edits {
  const left = Object.fromEntries(Object.entries(edits).filter(([key, edit]) => sent[key] !== edit));
  return settleClashes(saved, left, []);
}

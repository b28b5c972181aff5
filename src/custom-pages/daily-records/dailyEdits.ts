import { pagesOfRanges } from '../../../contract/rules/mushaf';
import type { DailyRecord } from '../../../contract/dailyRecords';
import { parseMark } from '../../../contract/rules/grading';
import { defaultRecordResult } from '../../../contract/vocabulary';
import { parseFaults, proposeAssessment, sumFaults } from '../../features/hearing/hearing';
import {
  changedRows,
  type Column,
  contentRanges,
  type Edits,
  type EntrySettings,
  type KeyedRecord,
  type RowEdit,
  storedTexts,
  type Texts,
  parseValue,
  parseValues,
} from './dailyModel';

/** Returns the new edit of the row; undefined if the row equals the stored record. */
export function typeText(
  record: DailyRecord,
  edit: RowEdit | undefined,
  column: Column,
  text: string,
  settings: EntrySettings,
): RowEdit | undefined {
  const before = continueEdit(record, edit, settings);
  const after = { ...before, texts: { ...before.texts, [column]: text } };
  if (column === 'pagesCount')
    return dropStored(record, applyAssessment(record, { ...after, isPagesProposed: false }, settings));
  // `isJudged` is a stored key of drafts. False: the teacher set level or result.
  if (column === 'performanceLevel' || column === 'result')
    return dropStored(record, { ...after, isJudged: false });
  if (column === 'faults') return dropStored(record, applyFaults(record, after, settings));
  if (column !== 'recordContent') return dropStored(record, after);
  return dropStored(
    record,
    applyAssessment(record, updateProposedPages(record, before, after, settings), settings),
  );
}

function applyFaults(record: DailyRecord, edit: RowEdit, settings: EntrySettings): RowEdit {
  const faults = parseFaults(edit.texts.faults ?? '');
  const mistakesCount = faults.length === 0 ? '' : String(sumFaults(faults));
  const { performanceLevel, result } = { ...storedTexts(record), ...edit.texts };
  const canPropose = edit.isJudged ?? (performanceLevel === '' && result === defaultRecordResult);
  const after = { ...edit, texts: { ...edit.texts, mistakesCount } };
  return canPropose ? applyAssessment(record, { ...after, isJudged: true }, settings) : after;
}

/** Updates level and result from faults and pages, unless the teacher set them. */
function applyAssessment(record: DailyRecord, edit: RowEdit, { assessmentRules }: EntrySettings): RowEdit {
  if (!edit.isJudged || !assessmentRules) return edit;
  const { faults, pagesCount } = { ...storedTexts(record), ...edit.texts };
  const proposal = proposeAssessment(parseFaults(faults), parseMark(pagesCount), assessmentRules);
  if (!proposal) return edit;
  const { performanceLevel, result } = proposal;
  return { ...edit, texts: { ...edit.texts, performanceLevel, result } };
}

export function fillRow(
  record: DailyRecord,
  edit: RowEdit | undefined,
  recordContent: string,
  pages: number | null,
  settings: EntrySettings,
): RowEdit | undefined {
  const before = continueEdit(record, edit, settings);
  const pagesCount = pages === null ? '' : String(pages);
  const texts = { ...before.texts, recordContent, pagesCount };
  return dropStored(
    record,
    applyAssessment(record, { ...before, texts, isPagesProposed: pages !== null }, settings),
  );
}

/** Returns the edit that changes the stored record to these texts; undefined if they are equal. */
export function buildEdit(record: DailyRecord, texts: Texts, settings: EntrySettings): RowEdit | undefined {
  const { isJudged: _before, ...newEdit } = startEdit(record, settings);
  const { recordContent, pagesCount, performanceLevel } = texts;
  const isPagesProposed =
    recordContent.trim() !== '' && pagesCount === String(countProposedPages(recordContent, settings));
  // If the teacher set the level, the level stays. Otherwise the level follows the faults.
  const isAssessmentProposed = isAsProposed(texts, settings) || (performanceLevel === '' ? undefined : false);
  return dropStored(record, {
    ...newEdit,
    texts,
    isPagesProposed,
    ...(isAssessmentProposed !== undefined && { isJudged: isAssessmentProposed }),
  });
}

function startEdit(record: DailyRecord, settings: EntrySettings): RowEdit {
  const base = storedTexts(record);
  return {
    texts: {},
    base,
    isPagesProposed: false,
    ...(isAsProposed(base, settings) && { isJudged: true }),
  };
}

/** True if level and result equal the proposal for the stored faults. */
function isAsProposed(
  { faults, pagesCount, performanceLevel, result }: Texts,
  { assessmentRules }: EntrySettings,
): boolean {
  const proposal =
    assessmentRules && faults !== ''
      ? proposeAssessment(parseFaults(faults), parseMark(pagesCount), assessmentRules)
      : null;
  return proposal?.performanceLevel === performanceLevel && proposal.result === result;
}

/** Proposes pages for content that is typed into an empty row, until the user types pages. */
function updateProposedPages(
  record: DailyRecord,
  before: RowEdit,
  after: RowEdit,
  settings: EntrySettings,
): RowEdit {
  const stored = storedTexts(record);
  const previousTexts = { ...stored, ...before.texts };
  const content = { ...stored, ...after.texts }.recordContent;
  const wasEmpty = previousTexts.recordContent.trim() === '' && previousTexts.pagesCount.trim() === '';
  if (!before.isPagesProposed && !wasEmpty) return after;
  const isEmpty = content.trim() === '';
  const pagesCount = isEmpty ? '' : String(countProposedPages(content, settings));
  return { ...after, texts: { ...after.texts, pagesCount }, isPagesProposed: !isEmpty };
}

function countProposedPages(content: string, settings: EntrySettings): number {
  return pagesOfRanges(contentRanges(content, settings)) ?? settings.default_pages;
}

/** Removes texts that equal the stored ones; returns undefined if no text remains. */
function dropStored(record: DailyRecord, edit: RowEdit): RowEdit | undefined {
  const stored = storedTexts(record);
  const texts = Object.entries(edit.texts).filter(([column, text]) => stored[column as Column] !== text);
  return texts.length === 0 ? undefined : { ...edit, texts: Object.fromEntries(texts) };
}

function continueEdit(record: DailyRecord, edit: RowEdit | undefined, settings: EntrySettings): RowEdit {
  if (!edit) return startEdit(record, settings);
  // If the server now has the typed text, this text becomes the base. Else later typing would be a conflict.
  const stored = storedTexts(record);
  const storedMeanwhile = Object.entries(edit.texts).filter(
    ([column, text]) => stored[column as Column] === text,
  );
  return { ...edit, base: { ...edit.base, ...Object.fromEntries(storedMeanwhile) } };
}

export function setEdit(edits: Edits, key: string, edit: RowEdit | undefined): Edits {
  const { [key]: _before, ...others } = edits;
  return edit ? { ...others, [key]: edit } : others;
}

export interface Clash {
  key: string;
  studentName: string;
  column: Column;
  mine: string;
  theirs: string;
}

export function findClashes(records: readonly KeyedRecord[], edits: Edits, settings: EntrySettings): Clash[] {
  return changedRows(records, edits, settings).flatMap(({ key, record, row }) => {
    const base = edits[key]?.base;
    const stored = storedTexts(record);
    return row.changed.flatMap((column) => {
      // A draft of an older app version has fewer columns.
      if (base?.[column] === undefined || base[column] === stored[column]) return [];
      if (Object.is(parseValue(column, base[column]), parseValue(column, stored[column]))) return [];
      return [
        { key, studentName: record.studentName, column, mine: row.texts[column], theirs: stored[column] },
      ];
    });
  });
}

/** Fields in `theirs` take the stored value; other fields stay as typed. */
export function resolveClashes(
  records: readonly KeyedRecord[],
  edits: Edits,
  theirs: readonly Pick<Clash, 'key' | 'column'>[],
): Edits {
  return records.reduce((result, { key, record }) => {
    const edit = result[key];
    if (!edit) return result;
    const theirColumns = theirs.filter((clash) => clash.key === key).map(({ column }) => column);
    const texts = Object.fromEntries(
      Object.entries(edit.texts).filter(([column]) => !theirColumns.includes(column as Column)),
    );
    return setEdit(result, key, dropStored(record, { ...edit, texts, base: storedTexts(record) }));
  }, edits);
}

export function replaceRows(
  records: readonly DailyRecord[],
  received: readonly DailyRecord[],
): DailyRecord[] {
  const receivedByKey = new Map(received.map((record) => [recordKey(record), record]));
  return records.map((record) => receivedByKey.get(recordKey(record)) ?? record);
}

const recordKey = ({ studentId, kind }: DailyRecord) => `${kind ?? ''}:${studentId}`;

/** Takes the records of the response. A response without records means that the sent edits are stored. */
export function applySaved(
  records: readonly KeyedRecord[],
  sentEdits: Edits,
  settings: EntrySettings,
  savedRecords: readonly DailyRecord[] | undefined,
): DailyRecord[] {
  if (savedRecords)
    return replaceRows(
      records.map(({ record }) => record),
      savedRecords,
    );
  const textsByKey = new Map(
    changedRows(records, sentEdits, settings).map(({ key, row }) => [key, row.texts]),
  );
  return records.map(({ key, record }) => {
    const texts = textsByKey.get(key);
    return texts ? { ...record, ...parseValues(texts) } : record;
  });
}

/** Returns the edits that the user typed during the save, based on the saved records. */
export function keepUnsaved(edits: Edits, sentEdits: Edits, savedRecords: readonly KeyedRecord[]): Edits {
  const unsaved = Object.fromEntries(Object.entries(edits).filter(([key, edit]) => sentEdits[key] !== edit));
  return resolveClashes(savedRecords, unsaved, []);
}

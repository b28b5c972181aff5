import type { DailyRecord } from '../../contract/dailyRecords';
import { type Column, defaultEntry, type RowEdit } from '../../src/custom-pages/daily-records/dailyModel';
import { typeText } from '../../src/custom-pages/daily-records/dailyEdits';

/** The row of a student of whom nothing is recorded that day. */
export const emptyRecord = (studentId: string, studentName: string): DailyRecord => ({
  id: null,
  studentId,
  studentName,
  kind: 'new',
  seq: null,
  count: 0,
  heardBy: null,
  recitations: [],
  recordContent: null,
  pagesCount: null,
  performanceLevel: null,
  mistakesCount: null,
  teacherNotes: null,
  range: null,
  ranges: [],
  faults: [],
  result: null,
  previous: null,
  lastRange: null,
  version: 0,
  updated_at: null,
});

/** The edit of a row once these texts are typed into it, one after the other; undefined if it says what is stored. */
export const typeTexts = (of: DailyRecord, texts: Partial<Record<Column, string>>, entry = defaultEntry) =>
  Object.entries(texts).reduce<RowEdit | undefined>(
    (edit, [column, text]) => typeText(of, edit, column as Column, text, entry),
    undefined,
  );

/** Proposes a level and a result by the faults for each page. */
export const judgingRules = [
  { max_faults: 1, performanceLevel: 'ممتاز', result: 'accepted' },
  { max_faults: null, performanceLevel: 'ضعيف', result: 'repeat' },
] as const;

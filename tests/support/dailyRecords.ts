import type { DailyRecord } from '../../contract/dailyRecords';
import { freeTextContent } from '../../contract/vocabulary';
import { type Column, defaultSettings, type RowEdit } from '../../src/custom-pages/daily-records/dailyModel';
import { typeText } from '../../src/custom-pages/daily-records/dailyEdits';
import { emptyRecordValues } from '../../src/features/hearing/queuedRecords';

/** A subject whose content is typed freely. */
export const freeTextCurriculum = {
  content_type: freeTextContent,
  curriculum_items: [],
  require_pages_count: false,
  default_pages: 1,
};

/** The row of a student of whom nothing is recorded that day. */
export const emptyRecord = (studentId: string, studentName: string): DailyRecord => ({
  ...emptyRecordValues,
  studentId,
  studentName,
  kind: 'new',
  previous: null,
  lastRange: null,
});

/** The edit of a row once these texts are typed into it, one after the other; undefined if it says what is stored. */
export const typeTexts = (of: DailyRecord, texts: Partial<Record<Column, string>>, entry = defaultSettings) =>
  Object.entries(texts).reduce<RowEdit | undefined>(
    (edit, [column, text]) => typeText(of, edit, column as Column, text, entry),
    undefined,
  );

/** Proposes a level and a result by the faults for each page. */
export const judgingRules = [
  { max_faults: 1, performanceLevel: 'ممتاز', result: 'accepted' },
  { max_faults: null, performanceLevel: 'ضعيف', result: 'repeat' },
] as const;

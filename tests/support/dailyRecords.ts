import type { DailyRecord } from '../../contract/dailyRecords';
import { freeTextContent } from '../../contract/vocabulary';
import { type Column, defaultSettings, type RowEdit } from '../../src/custom-pages/daily-records/dailyModel';
import { typeText } from '../../src/custom-pages/daily-records/dailyEdits';
import { emptyRecordValues } from '../../src/features/hearing/queuedRecords';

export const freeTextCurriculum = {
  content_type: freeTextContent,
  curriculum_items: [],
  require_pages_count: false,
  default_pages: 1,
};

export const emptyRecord = (studentId: string, studentName: string): DailyRecord => ({
  ...emptyRecordValues,
  studentId,
  studentName,
  kind: 'new',
  previous: null,
  lastRange: null,
});

/** Types these texts in sequence. @returns the edit; undefined if it equals the stored record */
export const typeTexts = (
  record: DailyRecord,
  texts: Partial<Record<Column, string>>,
  entry = defaultSettings,
) =>
  Object.entries(texts).reduce<RowEdit | undefined>(
    (edit, [column, text]) => typeText(record, edit, column as Column, text, entry),
    undefined,
  );

/** Rules that propose a level and a result by faults per page. */
export const judgingRules = [
  { max_faults: 1, performanceLevel: 'ممتاز', result: 'accepted' },
  { max_faults: null, performanceLevel: 'ضعيف', result: 'repeat' },
] as const;

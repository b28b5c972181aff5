import {
  defaultGradeSettings,
  gradeColumns,
  type GradeSettings,
} from '../../contract/rules/gradeSettings';
import { fixedListContent, freeTextContent } from '../../contract/vocabulary';
import type { NewRow, Row } from '../db/schema';
import type { PlannedBatch } from './batches';
import { firstParts, lastButOnePart, lastPart } from './portions';

type Curriculum = Omit<NewRow<'subject_curriculum'>, 'subject_id' | 'curriculum_items'> & {
  items: readonly string[];
};

const fixedList = (items: readonly string[], pages: number): Curriculum => ({
  content_type: fixedListContent,
  items,
  require_pages_count: 1,
  default_pages: pages,
});
const freeText = (isPagesRequired: 0 | 1, pages: number): Curriculum => ({
  content_type: freeTextContent,
  items: [],
  require_pages_count: isPagesRequired,
  default_pages: pages,
});

/** By base code and batch key: each offering has its own settings. */
const curricula: Record<string, Curriculum> = {
  'QRN110 quran1445': fixedList(firstParts, 2.5),
  'QRN110 quranWomen': fixedList(lastPart, 1),
  'QRN110 quranEvening': fixedList([...lastButOnePart, ...lastPart], 0.5),
  'SHR110 sharia1445': freeText(1, 2),
  'ARB110 arabic': freeText(0, 1),
};

/** The settings of the daily records; a subject that is not listed uses the defaults. */
export function demoCurricula(
  subjects: readonly Row<'subjects'>[],
  batches: readonly PlannedBatch[],
): NewRow<'subject_curriculum'>[] {
  return subjects.flatMap((subject) => {
    const key = batches.find(({ row }) => row.id === subject.batch_id)?.plan.key;
    const found = curricula[`${subject.base_subject_code} ${key}`];
    if (!found) return [];
    const { items, ...settings } = found;
    const curriculum_items = JSON.stringify(items);
    return [{ subject_id: subject.id, ...settings, curriculum_items, created_at: subject.created_at }];
  });
}

const ownGradeSettings: Record<string, Partial<GradeSettings>> = {
  QRN101: { attendanceMax: 20, exerciseMax: 10, readingMax: 20, readingName: 'التسميع', testMax: 40 },
  // The maxima add up to 50, not 100: letters and statistics use the percentage.
  QRN120: {
    participationEnabled: false,
    exerciseEnabled: false,
    attendanceMax: 10,
    readingMax: 20,
    testMax: 20,
  },
  SHR104: { exerciseMax: 20, exerciseName: 'التطبيق العملي', readingEnabled: false, testMax: 40 },
  ARB101: { participationMax: 10, attendanceMax: 20, exerciseMax: 20, readingMax: 10, testMax: 40 },
};

/** The grade settings of the listed offerings; the others use the defaults. */
export function demoGradeSettings(subjects: readonly Row<'subjects'>[]): NewRow<'subject_grade_settings'>[] {
  return subjects.flatMap((subject) => {
    const own = ownGradeSettings[subject.base_subject_code];
    return own ? [gradeSettingsRow(subject, { ...defaultGradeSettings, ...own })] : [];
  });
}

function gradeSettingsRow(
  subject: Row<'subjects'>,
  settings: GradeSettings,
): NewRow<'subject_grade_settings'> {
  const columns = gradeColumns.flatMap((column) => [
    [`${column}_max`, settings[`${column}Max`]],
    [`${column}_enabled`, settings[`${column}Enabled`] ? 1 : 0],
    [`${column}_name`, settings[`${column}Name`]],
  ]);
  const flat = Object.fromEntries(columns) as Omit<NewRow<'subject_grade_settings'>, 'subject_id'>;
  return { ...flat, subject_id: subject.id, created_at: subject.created_at };
}

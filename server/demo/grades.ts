import { defaultGradeSettings, type GradeColumn, gradeColumns } from '../../contract/rules/gradeSettings';
import { markStep } from '../../contract/rules/grading';
import { gradedSubjectTypes } from '../../contract/vocabulary';
import type { NewRow, Row } from '../db/schema';
import { daysAfter, momentOf } from './calendar';
import { type Random, randomFor } from './random';
import type { DemoStudent } from './students';

/** The base of a running offering that has no marks yet; a cancelled offering has none either. */
const ungradedBase = 'QRN103';
/** The index, in his batch, of the student who has no mark in any subject. */
const neverGraded = 11;
/** Shares of the rows: missing rows, and rows in which a mark is missing. */
const missingShare = 0.03;
const incompleteShare = 0.07;

interface Graded {
  subjects: readonly Row<'subjects'>[];
  students: readonly DemoStudent[];
  settings: readonly Row<'subject_grade_settings'>[];
  today: string;
}

/** A term of marks: most rows are complete, some lack a mark, some students and two offerings have none. */
export function demoGrades({ subjects, students, settings, today }: Graded): NewRow<'grades'>[] {
  const random = randomFor('grades');
  const talents = new Map(students.map(({ id }) => [id, talent(random)]));
  return subjects.filter(isGraded).flatMap((subject) => {
    const own = settings.find(({ subject_id }) => subject_id === subject.id);
    const pupils = students.filter(({ batch_id }) => batch_id === subject.batch_id);
    const created_at = momentOf(daysAfter(today, -random.integer(2, 20)), random.integer(0, 480));
    return pupils.flatMap((student, place) => {
      const isFirstBatch = student.batch_id === students[0]?.batch_id;
      const isMissing = subject.status === 'active' && random.happens(missingShare);
      if (isMissing || (isFirstBatch && place === neverGraded)) return [];
      const marks = marksOf(random, talents.get(student.id) ?? 0, own);
      if (subject.status === 'active' && random.happens(incompleteShare)) marks.test = null;
      return [{ subject_id: subject.id, student_row_id: student.id, ...marks, created_at }];
    });
  });
}

const isGraded = ({ type, status, base_subject_code }: Row<'subjects'>): boolean =>
  gradedSubjectTypes.some((graded) => graded === type) &&
  status !== 'cancelled' &&
  base_subject_code !== ungradedBase;

/** The average of a student in percent: most about 80, few below 60, nobody 100. */
const talent = (random: Random): number =>
  random.happens(0.1)
    ? random.integer(45, 62)
    : Math.round((random.integer(60, 97) + random.integer(66, 97)) / 2);

/** A mark for each enabled column, in steps of one half, near the student's average. */
function marksOf(
  random: Random,
  percent: number,
  own: Row<'subject_grade_settings'> | undefined,
): Record<GradeColumn, number | null> {
  const day = random.integer(-6, 6);
  const entries = gradeColumns.map((column) => {
    const max = own ? own[`${column}_max`] : defaultGradeSettings[`${column}Max`];
    const share = Math.min(99, percent + day + random.integer(-8, 8));
    const mark = Math.round((max * share) / (100 * markStep)) * markStep;
    return [column, own?.[`${column}_enabled`] === 0 ? null : mark];
  });
  return Object.fromEntries(entries) as Record<GradeColumn, number | null>;
}

import { sql } from 'kysely';
import type { GradeRow } from '../../contract/grades';
import { letterOf, type Marks, percentageOf, totalOf } from '../../contract/rules/grading';
import { gradeColumns, type GradeSettings } from '../../contract/rules/gradeSettings';
import { isOnRoster } from './enrolments';
import type { Offering } from './offering';
import type { Db } from './schema';

/** Each student of the batch by name, with what is recorded in the subject; nulls where nothing ever was. */
const sheetOf = (db: Db, { batchId, subjectId }: Offering) =>
  db
    .selectFrom('enrolments')
    .innerJoin('students', 'students.id', 'enrolments.student_row_id')
    .leftJoin('grades', (join) =>
      join.onRef('grades.student_row_id', '=', 'students.id').on('grades.subject_id', '=', subjectId),
    )
    .select(gradeColumns.map((column) => `grades.${column}` as const))
    .where('enrolments.batch_id', '=', batchId)
    .where(isOnRoster);

/** The marks of every student of the batch, for the figures of the sheet. */
export const marksOf = (db: Db, offering: Offering): Promise<Marks[]> => sheetOf(db, offering).execute();

/** The sheet, or the rows of some students of it. */
export async function sheetRows(
  db: Db,
  offering: Offering,
  settings: GradeSettings,
  students?: readonly number[],
): Promise<GradeRow[]> {
  if (students?.length === 0) return [];
  const rows = await sheetOf(db, offering)
    .select(['students.student_id', 'students.full_name', 'grades.version', 'grades.updated_at'])
    // A student has one absence a day at the most: the number of rows is the number of days.
    .select(
      sql<number>`(select count(*) from absences where absences.subject_id = ${offering.subjectId}
        and absences.student_row_id = students.id)`.as('absence_days'),
    )
    .$if(students !== undefined, (query) => query.where('students.id', 'in', students ?? []))
    .orderBy('students.full_name_sort')
    .orderBy('students.id')
    .execute();
  return rows.map(({ student_id, full_name, version, updated_at, absence_days, ...marks }) => ({
    studentId: student_id,
    studentName: full_name,
    ...shownMarks(marks, settings),
    absenceDays: absence_days,
    version: version ?? 0,
    updated_at,
  }));
}

export type ShownMarks = Omit<
  GradeRow,
  'studentId' | 'studentName' | 'absenceDays' | 'version' | 'updated_at'
>;

/** What is kept of a disabled column is not shown. Written out, since a sheet asks for it a thousand times. */
export function shownMarks(marks: Marks, settings: GradeSettings): ShownMarks {
  const percentage = percentageOf(marks, settings);
  return {
    participationGrade: settings.participationEnabled ? marks.participation : null,
    attendanceGrade: settings.attendanceEnabled ? marks.attendance : null,
    exerciseGrade: settings.exerciseEnabled ? marks.exercise : null,
    readingGrade: settings.readingEnabled ? marks.reading : null,
    testGrade: settings.testEnabled ? marks.test : null,
    total: totalOf(marks, settings),
    grade: percentage === null ? null : letterOf(percentage),
  };
}

import { sql } from 'kysely';
import { defaultGradeSettings, gradeColumns, type GradeSettings } from '../../contract/rules/gradeSettings';
import { type Marks, percentageOf } from '../../contract/rules/grading';
import type { ReportColumn } from '../../contract/studentReport';
import { type ShownMarks, shownMarks } from '../db/gradeSheet';
import { asGradeSettings, type Offering } from '../db/offering';
import type { Db } from '../db/schema';

/** A subject of a batch with what one student has in it. */
export interface StudentCourse extends Omit<Offering, 'batchId' | 'batchName'> {
  marks: ShownMarks;
  /** Exact; null until every enabled column has a mark. */
  percentage: number | null;
  columns: ReportColumn[];
}

const settingsColumns = gradeColumns.flatMap(
  (column) => [`${column}_max`, `${column}_enabled`, `${column}_name`] as const,
);

/** The subjects of a batch by level and name; a cancelled one only where the student has marks in it. */
export async function coursesOf(db: Db, batchId: number, studentRowId: number): Promise<StudentCourse[]> {
  const rows = await db
    .selectFrom('subjects')
    .leftJoin('grades', (join) =>
      join.onRef('grades.subject_id', '=', 'subjects.id').on('grades.student_row_id', '=', studentRowId),
    )
    .leftJoin('subject_grade_settings as own', 'own.subject_id', 'subjects.id')
    .select([
      'subjects.id as subjectId',
      'subjects.subject_code as subjectCode',
      'subjects.name as subjectName',
      'subjects.level',
      'subjects.hours',
      'subjects.type',
    ])
    .select(gradeColumns.map((column) => `grades.${column}` as const))
    .select(settingsColumns.map((column) => `own.${column}` as const))
    .where('subjects.batch_id', '=', batchId)
    .where(sql<boolean>`(subjects.status <> 'cancelled' or grades.id is not null)`)
    .orderBy('subjects.level')
    .orderBy('subjects.name_sort')
    .orderBy('subjects.id')
    .execute();
  return rows.map((row) => {
    const settings = asGradeSettings(row);
    return {
      ...row,
      marks: shownMarks(row, settings),
      percentage: percentageOf(row, settings),
      columns: columnsOf(settings),
    };
  });
}

/** The enabled columns as a table heads them, in order. */
export const columnsOf = (settings: GradeSettings): ReportColumn[] =>
  gradeColumns
    .filter((column) => settings[`${column}Enabled`])
    .map((column) => ({
      column,
      name: settings[`${column}Name`] || defaultGradeSettings[`${column}Name`],
      max: settings[`${column}Max`],
    }));

/** The marks of a row of the sheet, as the rules take them. */
export const marksIn = (row: ShownMarks): Marks =>
  Object.fromEntries(gradeColumns.map((column) => [column, row[`${column}Grade`]])) as Marks;

import { sql } from 'kysely';
import { gradeColumns, type GradeSettings, columnName } from '../../contract/rules/gradeSettings';
import { type Marks, rowPercentage } from '../../contract/rules/grading';
import type { ReportColumn } from '../../contract/reports/studentReport';
import { compiledOnce } from '../db/engine/once';
import { type VisibleMarks, visibleMarks } from '../domain/gradeSheet';
import { toGradeSettings, type Offering } from '../domain/offering';
import { listsStudent } from '../domain/registers';
import type { Db } from '../db/schema';
import type { StudentEnrolment } from './reportStudent';

export interface StudentCourse extends Offering {
  marks: VisibleMarks;
  /** Not rounded. Null until every enabled column has a mark. */
  percentage: number | null;
  columns: ReportColumn[];
  /** The student repeated the course later, so this result does not count (rule 3 of the domain). */
  isRepeated: boolean;
  /** False for all attempts of a repeated course except one. */
  isCounted: boolean;
  gradesId: number | null;
}

const settingsColumns = gradeColumns.flatMap(
  (column) => [`${column}_max`, `${column}_enabled`, `${column}_name`] as const,
);

interface CourseTaker {
  rowId: number;
  batchId: number | null;
  /** Sorted by time, and limited to the programmes of the report. */
  enrolments: readonly Pick<StudentEnrolment, 'batchId' | 'programId'>[];
}

const selectCourses = (db: Db, rowId: number, batchId: number | null, batches: readonly number[]) =>
  db
    .selectFrom('subjects')
    .innerJoin('batches', 'batches.id', 'subjects.batch_id')
    .leftJoin('grades', (join) =>
      join.onRef('grades.subject_id', '=', 'subjects.id').on('grades.student_row_id', '=', rowId),
    )
    .leftJoin('subject_grade_settings as own', 'own.subject_id', 'subjects.id')
    .select([
      'subjects.id as subjectId',
      'subjects.subject_code as subjectCode',
      'subjects.base_subject_code as baseCode',
      'subjects.name as subjectName',
      'subjects.level',
      'subjects.hours',
      'subjects.type',
      'batches.id as batchId',
      'batches.batch_name as batchName',
    ])
    .select('grades.id as gradesId')
    .select(gradeColumns.map((column) => `grades.${column}` as const))
    .select(settingsColumns.map((column) => `own.${column}` as const))
    .where('subjects.batch_id', 'in', batches)
    .where(
      sql<boolean>`(grades.id is not null or (subjects.batch_id = ${batchId} and subjects.status <> 'cancelled')${batches.every((id) => id === batchId) ? sql`` : sql` or (subjects.batch_id <> ${batchId ?? 0} and ${wasAttended(rowId)})`})`,
    )
    .orderBy('subjects.level')
    .orderBy('subjects.name_sort')
    .orderBy('subjects.id');

/** Most students have been in only one batch. */
const loadCoursesOfBatch = compiledOnce(
  ['rowId', 'batchId'],
  (db, { rowId, batchId }: { rowId: number; batchId: number }) =>
    selectCourses(db, rowId, batchId, [batchId]),
);

/**
 * Cancelled subjects, and subjects of former batches, are included only with a result, record or absence
 * of the student (rule 3 of the domain).
 */
export async function loadCourses(
  db: Db,
  { rowId, batchId, enrolments }: CourseTaker,
): Promise<StudentCourse[]> {
  const batches = enrolments.map((enrolment) => enrolment.batchId);
  if (batches.length === 0) return [];
  const rows =
    batchId !== null && batches.every((id) => id === batchId)
      ? await loadCoursesOfBatch(db, { rowId, batchId })
      : await selectCourses(db, rowId, batchId, [...new Set(batches)]).execute();
  const courses = rows.map((row) => {
    const settings = toGradeSettings(row);
    return {
      ...row,
      marks: visibleMarks(row, settings),
      percentage: rowPercentage(row, settings),
      columns: toReportColumns(settings),
      isRepeated: false,
      isCounted: true,
    };
  });
  return new Set(batches).size > 1 ? markRepeated(courses, enrolments) : courses;
}

/** The student has an absence or a record in the subject, or a register lists him during his enrolment. */
const wasAttended = (rowId: number) => sql`(
  exists (select 1 from absences where absences.subject_id = subjects.id and absences.student_row_id = ${rowId})
  or exists (select 1 from daily_records
    where daily_records.subject_id = subjects.id and daily_records.student_row_id = ${rowId})
  or exists (select 1 from registers join enrolments on enrolments.batch_id = subjects.batch_id
    where registers.subject_id = subjects.id and enrolments.student_row_id = ${rowId}
      and registers.date >= enrolments.from_date
      and (enrolments.to_date is null or registers.date < enrolments.to_date)
      and ${listsStudent(sql`${rowId}`)}))`;

/**
 * Courses of a programme with the same base code and level are attempts. The last complete attempt counts,
 * else the last one.
 */
function markRepeated<C extends StudentCourse & { baseCode: string }>(
  courses: readonly C[],
  enrolments: CourseTaker['enrolments'],
): C[] {
  const batches = enrolments.map(({ batchId }) => batchId);
  const programs = new Map(enrolments.map(({ batchId, programId }) => [batchId, programId]));
  const countedByKey = new Map<string, C>();
  const courseKey = ({ baseCode, batchId, level }: C) => `${programs.get(batchId)}/${level}/${baseCode}`;
  const isBetter = (candidate: C, current: C) => {
    const [isComplete, isCurrentComplete] = [candidate.percentage !== null, current.percentage !== null];
    if (isComplete !== isCurrentComplete) return isComplete;
    return batches.lastIndexOf(candidate.batchId) > batches.lastIndexOf(current.batchId);
  };
  for (const course of courses) {
    const current = countedByKey.get(courseKey(course));
    if (!current || isBetter(course, current)) countedByKey.set(courseKey(course), course);
  }
  return courses.map((course) => {
    const counted = countedByKey.get(courseKey(course));
    const isCounted = counted === course;
    // An attempt that still has no result is not marked as repeated.
    const isEarlier =
      counted !== undefined && batches.lastIndexOf(course.batchId) < batches.lastIndexOf(counted.batchId);
    return { ...course, isCounted, isRepeated: !isCounted && isEarlier };
  });
}

export const toReportColumns = (settings: GradeSettings): ReportColumn[] =>
  gradeColumns
    .filter((column) => settings[`${column}Enabled`])
    .map((column) => ({
      column,
      name: columnName(settings, column),
      max: settings[`${column}Max`],
    }));

export const toMarks = (row: VisibleMarks): Marks =>
  Object.fromEntries(gradeColumns.map((column) => [column, row[`${column}Grade`]])) as Marks;

import { sql } from 'kysely';
import { gradeColumns, type GradeSettings, columnName } from '../../contract/rules/gradeSettings';
import { type Marks, rowPercentage } from '../../contract/rules/grading';
import type { ReportColumn } from '../../contract/reports/studentReport';
import { compiledOnce } from '../db/engine/once';
import { type VisibleMarks, visibleMarks } from '../domain/gradeSheet';
import { toGradeSettings, type Offering } from '../domain/offering';
import { listsStudent } from '../domain/registers';
import type { Db } from '../db/schema';
import type { PersonEnrolment } from './person';

/** A subject of a batch with the results of one student. */
export interface StudentCourse extends Offering {
  marks: VisibleMarks;
  /** Exact; null until every enabled column has a mark. */
  percentage: number | null;
  columns: ReportColumn[];
  /** He took the course again later, so this result does not count (rule 3 of the domain). */
  isRepeated: boolean;
  /** Whether it counts; of a repeated course only one result does. */
  isCounted: boolean;
  /** Null if it never had a mark. */
  gradesId: number | null;
}

const settingsColumns = gradeColumns.flatMap(
  (column) => [`${column}_max`, `${column}_enabled`, `${column}_name`] as const,
);

/** The student whose courses are read. */
interface Learner {
  rowId: number;
  /** The batch that he is in; null if he is in none. */
  batchId: number | null;
  /** His enrolments in the programmes that are asked for, in order. */
  enrolments: readonly Pick<PersonEnrolment, 'batchId' | 'programId'>[];
}

const coursesQuery = (db: Db, rowId: number, batchId: number | null, batches: readonly number[]) =>
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
      sql<boolean>`(grades.id is not null or (subjects.batch_id = ${batchId} and subjects.status <> 'cancelled')${
        batches.every((id) => id === batchId)
          ? sql``
          : sql` or (subjects.batch_id <> ${batchId ?? 0} and ${wasAttended(rowId)})`
      })`,
    )
    .orderBy('subjects.level')
    .orderBy('subjects.name_sort')
    .orderBy('subjects.id');

/** Of a student who was in no other batch of the programme, as most are. */
const coursesOfBatch = compiledOnce(
  ['rowId', 'batchId'],
  (db, { rowId, batchId }: { rowId: number; batchId: number }) => coursesQuery(db, rowId, batchId, [batchId]),
);

/**
 * The subjects of a student's batches, by level and name: all of the present batch (a cancelled one
 * only if he has marks in it), and of earlier batches those in which he has records. Rule 3 of the domain.
 */
export async function coursesOf(db: Db, { rowId, batchId, enrolments }: Learner): Promise<StudentCourse[]> {
  const batches = enrolments.map((enrolment) => enrolment.batchId);
  if (batches.length === 0) return [];
  const rows =
    batchId !== null && batches.every((id) => id === batchId)
      ? await coursesOfBatch(db, { rowId, batchId })
      : await coursesQuery(db, rowId, batchId, [...new Set(batches)]).execute();
  const courses = rows.map((row) => {
    const settings = toGradeSettings(row);
    return {
      ...row,
      marks: visibleMarks(row, settings),
      percentage: rowPercentage(row, settings),
      columns: columnsOf(settings),
      isRepeated: false,
      isCounted: true,
    };
  });
  return new Set(batches).size > 1 ? withRepeated(courses, enrolments) : courses;
}

/** SQL: the subject has registers or records of days on which the student was in the batch, or he was absent. */
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
 * Of courses with the same base code and level in one programme one counts: the latest complete one, else the latest.
 */
function withRepeated<C extends StudentCourse & { baseCode: string }>(
  courses: readonly C[],
  enrolments: Learner['enrolments'],
): C[] {
  const batches = enrolments.map(({ batchId }) => batchId);
  const programs = new Map(enrolments.map(({ batchId, programId }) => [batchId, programId]));
  const counting = new Map<string, C>();
  const keyOf = ({ baseCode, batchId, level }: C) => `${programs.get(batchId)}/${level}/${baseCode}`;
  const isBetter = (one: C, other: C) => {
    const [complete, otherComplete] = [one.percentage !== null, other.percentage !== null];
    if (complete !== otherComplete) return complete;
    return batches.lastIndexOf(one.batchId) > batches.lastIndexOf(other.batchId);
  };
  for (const course of courses) {
    const known = counting.get(keyOf(course));
    if (!known || isBetter(course, known)) counting.set(keyOf(course), course);
  }
  return courses.map((course) => {
    const counted = counting.get(keyOf(course));
    const isCounted = counted === course;
    // A course that he is repeating now, without a result yet, is not marked as repeated.
    const isEarlier =
      counted !== undefined && batches.lastIndexOf(course.batchId) < batches.lastIndexOf(counted.batchId);
    return { ...course, isCounted, isRepeated: !isCounted && isEarlier };
  });
}

/** The enabled columns as headings of a table, in order. */
export const columnsOf = (settings: GradeSettings): ReportColumn[] =>
  gradeColumns
    .filter((column) => settings[`${column}Enabled`])
    .map((column) => ({
      column,
      name: columnName(settings, column),
      max: settings[`${column}Max`],
    }));

/** The marks of a row of the sheet, in the form of the rules. */
export const marksIn = (row: VisibleMarks): Marks =>
  Object.fromEntries(gradeColumns.map((column) => [column, row[`${column}Grade`]])) as Marks;

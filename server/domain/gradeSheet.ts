import { sql } from 'kysely';
import type { GradeRow } from '../../contract/grades';
import { letterFor, type Marks, rowPercentage, sumMarks } from '../../contract/rules/grading';
import { gradeColumns, type GradeSettings } from '../../contract/rules/gradeSettings';
import { compiledOnce } from '../db/engine/once';
import type { Db } from '../db/schema';
import { always, type Condition } from '../db/search/matching';
import { isOnRoster } from './enrolments';
import type { Offering } from './offering';

/** A subject with a condition on `students` for the visible rows; without it all rows are visible. */
export interface SheetOffering extends Offering {
  pupils?: Condition;
}

type SheetIds = Pick<Offering, 'batchId' | 'subjectId'>;

/** Each student of the roster with the stored marks in the subject; nulls if there are none. */
const rosterMarks = (db: Db, { batchId, subjectId }: SheetIds) =>
  db
    .selectFrom('enrolments')
    .leftJoin('grades', (join) =>
      join
        .onRef('grades.student_row_id', '=', 'enrolments.student_row_id')
        .on('grades.subject_id', '=', subjectId),
    )
    .select(gradeColumns.map((column) => `grades.${column}` as const))
    .where('enrolments.batch_id', '=', batchId)
    .where(isOnRoster);

/** The same, of the visible students, with their records. */
const sheetOf = (db: Db, ids: SheetIds, pupils: Condition) =>
  rosterMarks(db, ids).innerJoin('students', 'students.id', 'enrolments.student_row_id').where(pupils);

const allMarks = compiledOnce(['batchId', 'subjectId'], rosterMarks);

/** The marks of every student of the roster, for the figures of the sheet. */
export const marksOf = (db: Db, { pupils = always, ...ids }: SheetOffering): Promise<Marks[]> =>
  pupils === always ? allMarks(db, ids) : sheetOf(db, ids, pupils).execute();

/**
 * The days of absence of each student, or of some; counted in one reading of the index, not once for each row of the
 * sheet. A student has at most one absence a day, so the number of rows is the number of days.
 */
const absenceDays = (db: Db, { subjectId }: SheetIds, students?: readonly number[]) =>
  db
    .selectFrom('absences')
    .select(['absences.student_row_id', ({ fn }) => fn.countAll<number>().as('days')])
    .where('absences.subject_id', '=', subjectId)
    .$if(students !== undefined, (query) => query.where('absences.student_row_id', 'in', students ?? []))
    .groupBy('absences.student_row_id')
    .as('missed');

type StoredRow = Marks & {
  student_id: string;
  full_name: string;
  version: number | null;
  updated_at: string | null;
  days: number | null;
};

const sheetQuery = (db: Db, ids: SheetIds, pupils: Condition, students?: readonly number[]) =>
  sheetOf(db, ids, pupils)
    .leftJoin(absenceDays(db, ids, students), 'missed.student_row_id', 'students.id')
    .select([
      'students.student_id',
      'students.full_name',
      'grades.version',
      'grades.updated_at',
      'missed.days',
    ])
    .$if(students !== undefined, (query) => query.where('students.id', 'in', students ?? []))
    .orderBy('students.full_name_sort')
    .orderBy('students.id');
const wholeSheet = compiledOnce(['batchId', 'subjectId'], (db, ids: SheetIds) => sheetQuery(db, ids, always));

/** The rows of the roster by name, or of some students of it. */
export async function sheetRows(
  db: Db,
  { pupils = always, ...ids }: SheetOffering,
  settings: GradeSettings,
  students?: readonly number[],
): Promise<GradeRow[]> {
  if (students?.length === 0) return [];
  const rows: StoredRow[] =
    pupils === always && students === undefined
      ? await wholeSheet(db, ids)
      : await sheetQuery(db, ids, pupils, students).execute();
  return rows.map((row) => asGradeRow(row, settings));
}

/**
 * Students with a mark who are not on the roster any more, by name: moved, withdrawn, graduated, or suspended now.
 */
export async function rowsOfLeavers(
  db: Db,
  offering: SheetOffering,
  settings: GradeSettings,
): Promise<GradeRow[]> {
  const { batchId, subjectId, pupils = always } = offering;
  const { rows: leavers } = await sql<Leaver>`
    select student_row_id as id, max(to_date) as left_on, 0 as is_paused from enrolments
    where batch_id = ${batchId} and to_date >= '' group by student_row_id
    union all
    select stated.student_row_id, stated.from_date, 1
    from student_statuses as stated join enrolments on enrolments.student_row_id = stated.student_row_id
    where stated.status = 'suspended' and stated.to_date is null
      and enrolments.is_shown = 1 and enrolments.batch_id = ${batchId}`.execute(db);
  if (leavers.length === 0) return [];
  const ids = leavers.map(({ id }) => id);
  const rows = await db
    .selectFrom('grades')
    .innerJoin('students', 'students.id', 'grades.student_row_id')
    .leftJoin(absenceDays(db, offering), 'missed.student_row_id', 'students.id')
    .select(gradeColumns.map((column) => `grades.${column}` as const))
    .select([
      'students.id',
      'students.student_id',
      'students.full_name',
      'grades.version',
      'grades.updated_at',
      'missed.days',
    ])
    .where('grades.subject_id', '=', subjectId)
    .where(pupils)
    .where('grades.student_row_id', 'in', ids)
    .where((on) =>
      on.not(
        on.exists(
          on
            .selectFrom('enrolments')
            .select('enrolments.id')
            .whereRef('enrolments.student_row_id', '=', 'grades.student_row_id')
            .where('enrolments.batch_id', '=', batchId)
            .where(isOnRoster),
        ),
      ),
    )
    .orderBy('students.full_name_sort')
    .orderBy('students.id')
    .execute();
  // A student who left, came back and is suspended now counts as suspended.
  const inOrder = leavers.toSorted((a, b) => a.is_paused - b.is_paused);
  const leftOn = new Map(inOrder.map(({ id, left_on }) => [id, left_on]));
  return rows
    .filter((row) => gradeColumns.some((column) => row[column] !== null))
    .map((row) => ({ ...asGradeRow(row, settings), left_on: leftOn.get(row.id) }));
}

interface Leaver {
  id: number;
  left_on: string;
  is_paused: 0 | 1;
}

const asGradeRow = (row: StoredRow, settings: GradeSettings): GradeRow => ({
  studentId: row.student_id,
  studentName: row.full_name,
  ...shownMarks(row, settings),
  absenceDays: row.days ?? 0,
  version: row.version ?? 0,
  updated_at: row.updated_at,
});

export type ShownMarks = Omit<
  GradeRow,
  'studentId' | 'studentName' | 'absenceDays' | 'version' | 'updated_at' | 'left_on'
>;

/** Marks of disabled columns are stored but not shown. Written out, since it runs for every row of a sheet. */
export function shownMarks(marks: Marks, settings: GradeSettings): ShownMarks {
  const percentage = rowPercentage(marks, settings);
  return {
    participationGrade: settings.participationEnabled ? marks.participation : null,
    attendanceGrade: settings.attendanceEnabled ? marks.attendance : null,
    exerciseGrade: settings.exerciseEnabled ? marks.exercise : null,
    readingGrade: settings.readingEnabled ? marks.reading : null,
    testGrade: settings.testEnabled ? marks.test : null,
    total: sumMarks(marks, settings),
    grade: percentage === null ? null : letterFor(percentage),
  };
}

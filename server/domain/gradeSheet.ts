import { sql } from 'kysely';
import type { GradeRow } from '../../contract/grades';
import { letterFor, type Marks, rowPercentage, sumMarks } from '../../contract/rules/grading';
import { gradeColumns, type GradeSettings } from '../../contract/rules/gradeSettings';
import { compiledOnce } from '../db/engine/once';
import type { Db } from '../db/schema';
import { always, type Condition } from '../db/search/matching';
import { isOnRoster } from './enrolments';
import type { Offering } from './offering';
import { isAbsenceCounted } from './registers';

/** `studentScope` is a SQL condition on `students`. Without it, all students are visible. */
export interface SheetOffering extends Offering {
  studentScope?: Condition;
}

type SheetIds = Pick<Offering, 'batchId' | 'subjectId'>;

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

const visibleMarksQuery = (db: Db, ids: SheetIds, studentScope: Condition) =>
  rosterMarks(db, ids).innerJoin('students', 'students.id', 'enrolments.student_row_id').where(studentScope);

const allMarks = compiledOnce(['batchId', 'subjectId'], rosterMarks);

export const loadMarks = (db: Db, { studentScope = always, ...ids }: SheetOffering): Promise<Marks[]> =>
  studentScope === always ? allMarks(db, ids) : visibleMarksQuery(db, ids, studentScope).execute();

/** One index scan for all rows is faster than a scan per row. A student has at most one absence per day. */
const countAbsenceDays = (db: Db, { subjectId }: SheetIds, students?: readonly number[]) =>
  db
    .selectFrom('absences')
    .select(['absences.student_row_id', ({ fn }) => fn.countAll<number>().as('days')])
    .where('absences.subject_id', '=', subjectId)
    .where(isAbsenceCounted)
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

const sheetQuery = (db: Db, ids: SheetIds, studentScope: Condition, students?: readonly number[]) =>
  visibleMarksQuery(db, ids, studentScope)
    .leftJoin(countAbsenceDays(db, ids, students), 'missed.student_row_id', 'students.id')
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

export async function loadSheetRows(
  db: Db,
  { studentScope = always, ...ids }: SheetOffering,
  settings: GradeSettings,
  students?: readonly number[],
): Promise<GradeRow[]> {
  if (students?.length === 0) return [];
  const rows: StoredRow[] =
    studentScope === always && students === undefined
      ? await wholeSheet(db, ids)
      : await sheetQuery(db, ids, studentScope, students).execute();
  return rows.map((row) => toGradeRow(row, settings));
}

/** Loads students with marks who have left the batch or are suspended, sorted by name. */
export async function loadLeaverRows(
  db: Db,
  offering: SheetOffering,
  settings: GradeSettings,
): Promise<GradeRow[]> {
  const { batchId, subjectId, studentScope = always } = offering;
  const leavers = await selectLeavers(db, { batchId });
  if (leavers.length === 0) return [];
  const ids = leavers.map(({ id }) => id);
  const rows = await db
    .selectFrom('grades')
    .innerJoin('students', 'students.id', 'grades.student_row_id')
    .leftJoin(countAbsenceDays(db, offering), 'missed.student_row_id', 'students.id')
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
    .where(studentScope)
    .where('grades.student_row_id', 'in', ids)
    .where((builder) =>
      builder.not(
        builder.exists(
          builder
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
  // A student may have several rows. A suspension comes last, because the map keeps the last row.
  const sortedLeavers = leavers.toSorted((a, b) => a.is_paused - b.is_paused);
  const leftOn = new Map(sortedLeavers.map(({ id, left_on }) => [id, left_on]));
  return rows
    .filter((row) => gradeColumns.some((column) => row[column] !== null))
    .map((row) => ({ ...toGradeRow(row, settings), left_on: leftOn.get(row.id) }));
}

interface Leaver {
  id: number;
  left_on: string;
  is_paused: 0 | 1;
}

const selectLeavers = compiledOnce(
  ['batchId'],
  (_db, { batchId }: { batchId: number }) => sql<Leaver>`
    select student_row_id as id, max(to_date) as left_on, 0 as is_paused from enrolments
    where batch_id = ${batchId} and to_date >= '' group by student_row_id
    union all
    select stated.student_row_id, stated.from_date, 1
    from student_statuses as stated join enrolments on enrolments.student_row_id = stated.student_row_id
    where stated.status = 'suspended' and stated.to_date is null
      and enrolments.is_shown = 1 and enrolments.batch_id = ${batchId}`,
);

const toGradeRow = (row: StoredRow, settings: GradeSettings): GradeRow => ({
  studentId: row.student_id,
  studentName: row.full_name,
  ...visibleMarks(row, settings),
  absenceDays: row.days ?? 0,
  version: row.version ?? 0,
  updated_at: row.updated_at,
});

export type VisibleMarks = Omit<
  GradeRow,
  'studentId' | 'studentName' | 'absenceDays' | 'version' | 'updated_at' | 'left_on'
>;

/** Written without a loop for speed, because it runs for every row of a sheet. */
export function visibleMarks(marks: Marks, settings: GradeSettings): VisibleMarks {
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

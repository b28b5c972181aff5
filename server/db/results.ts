import { sql } from 'kysely';
import { chunks, inParts } from './chunks';
import { held } from './dialect';
import {
  keepStudentAbsences,
  keepStudentResults,
  keepSubjectResults,
  setPercentages,
} from './resultStatements';
import type { LoggedRow } from './restoreConflict';
import type { RecordedTable } from './schema';
import type { UnitOfWork } from './unitOfWork';

/** So many subjects or rows in one statement. */
const atOnce = 2_000;

/**
 * Brings percentages and kept results in line with what a unit has written, in its own transaction; called once,
 * before it is recorded. They are derived, so that undo has them right without restoring them.
 */
export async function keepResults(unit: UnitOfWork): Promise<void> {
  const graded = changedRows(unit, 'grades');
  const configured = valuesOf(changedRows(unit, 'subject_grade_settings'), 'subject_id');
  const moved = unit
    .changed('students')
    .filter(({ before, after }) => before && after && before.batch_id !== after.batch_id)
    .map(({ after }) => Number(after?.id));
  const reweighed = unit
    .changed('subjects')
    .filter(({ before, after }) => before && after && before.hours !== after.hours)
    .map(({ after }) => Number(after?.id));
  const absent = changedRows(unit, 'absences');
  const registered = [...changedRows(unit, 'registers'), ...absent];
  const isTouched = [graded, configured, moved, reweighed, registered].some(({ length }) => length > 0);
  if (!isTouched) return;

  const subjects = distinct([
    ...valuesOf(graded, 'subject_id'),
    ...configured,
    ...valuesOf(registered, 'subject_id'),
    ...(await subjectsWithMarksOf(unit, moved)),
  ]);
  const absentees = valuesOf(absent, 'student_row_id');
  await holdStudents(unit, distinct([...valuesOf(graded, 'student_row_id'), ...moved, ...absentees]));
  await holdSubjects(unit, subjects);
  const marked = unit.changed('grades').flatMap(({ after }) => (after ? [after.id] : []));
  await inParts(unit, distinct(marked), atOnce, (ids) => setPercentages(unit.trx, sql`id`, ids));
  await inParts(unit, configured, atOnce, (ids) => setPercentages(unit.trx, sql`subject_id`, ids));
  await inParts(unit, subjects, atOnce, (ids) => keepSubjectResults(unit.trx, ids));
  await inParts(unit, absentees, atOnce, (ids) => keepStudentAbsences(unit.trx, ids));
  const students = distinct([
    ...valuesOf(graded, 'student_row_id'),
    ...(await studentsWithMarksIn(unit, distinct([...configured, ...reweighed]))),
    ...moved,
  ]);
  await holdStudents(unit, students);
  await inParts(unit, students, atOnce, (ids) => keepStudentResults(unit.trx, ids));
}

type Values = Record<string, unknown>;

/** The rows of a table that the unit wrote, as they are, or as they were where they are gone. */
const changedRows = (unit: UnitOfWork, table: RecordedTable): Values[] =>
  unit.changed(table).flatMap(({ before, after }) => after ?? before ?? []);

const distinct = (ids: readonly number[]): number[] => [...new Set(ids)].toSorted((a, b) => a - b);
const valuesOf = (rows: readonly Values[], column: string) =>
  distinct(rows.map((row) => Number(row[column])));

/** Two who save marks of one subject wait for each other, or each would count without the other's. */
export async function holdSubjects({ kind, trx }: UnitOfWork, ids: readonly number[]): Promise<void> {
  if (kind === 'sqlite') return;
  for (const part of chunks(ids, atOnce))
    await held(kind, trx.selectFrom('subjects').select('id').where('id', 'in', part).orderBy('id')).execute();
}

/** As subjects: a student's mean is of several. Always before the subjects, or two could wait for each other for ever. */
async function holdStudents({ kind, trx }: UnitOfWork, ids: readonly number[]): Promise<void> {
  if (kind === 'sqlite') return;
  for (const part of chunks(ids, atOnce))
    await held(kind, trx.selectFrom('students').select('id').where('id', 'in', part).orderBy('id')).execute();
}

/**
 * Before a register is read that is to be changed: who is named, and who is recorded absent on that day already.
 * @param numbers academic numbers
 */
export async function holdAbsentees(
  unit: UnitOfWork,
  subjectId: number,
  date: string,
  numbers: readonly string[],
): Promise<void> {
  if (unit.kind === 'sqlite') return;
  const recorded = await unit.trx
    .selectFrom('absences')
    .select('student_row_id as id')
    .where('subject_id', '=', subjectId)
    .where('date', '=', date)
    .execute();
  const named = unit.trx.selectFrom('students').select('id').where('student_id', 'in', numbers);
  const sent = numbers.length > 0 ? await named.execute() : [];
  await holdStudents(unit, distinct([...recorded, ...sent].map(({ id }) => id)));
}

/** Before rows are taken back, or one who saves them meanwhile would not know. */
export async function holdRows(unit: UnitOfWork, rows: readonly LoggedRow[]): Promise<void> {
  if (unit.kind === 'sqlite') return;
  const ofTables = (tables: readonly RecordedTable[]) =>
    rows.flatMap(({ table, before, after }) => {
      const row = after ?? before;
      return row && tables.includes(table) ? [row] : [];
    });
  await holdStudents(unit, valuesOf(ofTables(['grades', 'absences']), 'student_row_id'));
  await holdSubjects(
    unit,
    valuesOf(ofTables(['grades', 'registers', 'absences', 'daily_records']), 'subject_id'),
  );
}

/** Before a unit that may change what the marks of a subject are worth. */
export async function holdMarksOf(unit: UnitOfWork, subjectId: number): Promise<void> {
  if (unit.kind === 'sqlite') return;
  await holdStudents(unit, await studentsWithMarksIn(unit, [subjectId]));
  await holdSubjects(unit, [subjectId]);
}

async function subjectsWithMarksOf({ trx }: UnitOfWork, students: readonly number[]): Promise<number[]> {
  if (students.length === 0) return [];
  const rows = await trx
    .selectFrom('grades')
    .select('subject_id')
    .distinct()
    .where('student_row_id', 'in', students)
    .execute();
  return rows.map(({ subject_id }) => subject_id);
}

async function studentsWithMarksIn({ trx }: UnitOfWork, subjects: readonly number[]): Promise<number[]> {
  if (subjects.length === 0) return [];
  const rows = await trx
    .selectFrom('grades')
    .select('student_row_id')
    .distinct()
    .where('subject_id', 'in', subjects)
    .execute();
  return rows.map(({ student_row_id }) => student_row_id);
}

import { sql } from 'kysely';
import { inParts } from './engine/chunks';
import {
  keepStudentAbsences,
  keepStudentResults,
  keepSubjectResults,
  setPercentages,
} from './resultStatements';
import type { RecordedTable } from './schema/recorded';
import type { UnitOfWork } from './log/unitOfWork';

/** So many subjects or rows in one statement. */
const chunkSize = 2_000;

/**
 * Brings percentages and kept results in line with what a unit has written, in its own transaction; called once,
 * before it is recorded. They are derived, so that undo has them right without restoring them. Whoever writes beside
 * others holds the students and subjects already.
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
  const marked = unit.changed('grades').flatMap(({ after }) => (after ? [after.id] : []));
  await inParts(unit, distinct(marked), chunkSize, (ids) => setPercentages(unit.trx, sql`id`, ids));
  await inParts(unit, configured, chunkSize, (ids) => setPercentages(unit.trx, sql`subject_id`, ids));
  await inParts(unit, subjects, chunkSize, (ids) => keepSubjectResults(unit.trx, ids));
  await inParts(unit, absentees, chunkSize, (ids) => keepStudentAbsences(unit.trx, ids));
  const students = distinct([
    ...valuesOf(graded, 'student_row_id'),
    ...(await studentsWithMarksIn(unit, distinct([...configured, ...reweighed]))),
    ...moved,
  ]);
  await inParts(unit, students, chunkSize, (ids) => keepStudentResults(unit.trx, ids));
}

type Values = Record<string, unknown>;

/** The rows of a table that the unit wrote, as they are, or as they were where they are gone. */
const changedRows = (unit: UnitOfWork, table: RecordedTable): Values[] =>
  unit.changed(table).flatMap(({ before, after }) => after ?? before ?? []);

const distinct = (ids: readonly number[]): number[] => [...new Set(ids)].toSorted((a, b) => a - b);
const valuesOf = (rows: readonly Values[], column: string) =>
  distinct(rows.map((row) => Number(row[column])));

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

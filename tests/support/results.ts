import { letterPlace, type Marks, percentageOf } from '../../contract/rules/grading';
import { defaultGradeSettings, gradeColumns, type GradeSettings } from '../../contract/rules/gradeSettings';
import type { Data } from '../../server/db/engine/connection';
import type { Row } from '../../server/db/schema';
import { placedStudents } from './placedStudents';

interface Results {
  percentages: Map<number, number | null>;
  subjects: Map<number, Record<string, number>>;
  students: Map<number, Record<string, number>>;
}

/** What is kept beside marks and registers. */
export async function storedResults({ read }: Data): Promise<Results> {
  const grades = await read.selectFrom('grades').select(['id', 'percentage']).execute();
  const subjects = await read.selectFrom('subject_results').selectAll().execute();
  const students = await read.selectFrom('student_results').selectAll().execute();
  return {
    percentages: new Map(grades.map(({ id, percentage }) => [id, rounded(percentage)])),
    subjects: new Map(subjects.map(({ subject_id, ...figures }) => [subject_id, allRounded(figures)])),
    students: new Map(
      students.map(({ student_row_id, ...figures }) => [student_row_id, allRounded(figures)]),
    ),
  };
}

/** The same, worked out from marks, settings, batches and registers by the rules of the contract alone. */
export async function expectedResults({ read }: Data): Promise<Results> {
  const settings = new Map(
    (await read.selectFrom('subject_grade_settings').selectAll().execute()).map((row) => [
      row.subject_id,
      settingsOf(row),
    ]),
  );
  const subjects = await read.selectFrom('subjects').select(['id', 'batch_id', 'hours']).execute();
  const hoursOf = new Map(subjects.map(({ id, hours }) => [id, hours]));
  const batchOfSubject = new Map(subjects.map(({ id, batch_id }) => [id, batch_id]));
  const batchOfStudent = new Map(
    (await read.selectFrom(placedStudents(read)).select(['id', 'batch_id']).execute()).map(
      ({ id, batch_id }) => [id, batch_id],
    ),
  );
  const grades = (await read.selectFrom('grades').selectAll().execute()).map((row) => ({
    ...row,
    percentage: percentageOf(row as Marks, settings.get(row.subject_id) ?? defaultGradeSettings),
  }));
  const counted = grades.flatMap(({ subject_id, student_row_id, percentage }) =>
    percentage !== null && batchOfStudent.get(student_row_id) === batchOfSubject.get(subject_id)
      ? [{ subject_id, student_row_id, percentage }]
      : [],
  );
  const registers = await read.selectFrom('registers').selectAll().execute();
  const absences = await read.selectFrom('absences').selectAll().execute();
  const of = <T extends { subject_id: number }>(rows: readonly T[], id: number) =>
    rows.filter((row) => row.subject_id === id);
  const students = [...new Set(counted.map(({ student_row_id }) => student_row_id))];
  return {
    percentages: new Map(grades.map(({ id, percentage }) => [id, rounded(percentage)])),
    subjects: new Map(
      subjects.flatMap(({ id }) => {
        const results = of(counted, id).map(({ percentage }) => percentage);
        const taken = of(registers, id);
        if (results.length + taken.length === 0) return [];
        const expected = taken.reduce((sum, { students_count }) => sum + students_count, 0);
        const figures = {
          ...subjectFigures(results),
          registers: taken.length,
          expected,
          absences: of(absences, id).length,
        };
        return [[id, allRounded(figures)] as const];
      }),
    ),
    students: new Map(
      students.map((id) => {
        const own = counted.filter(({ student_row_id }) => student_row_id === id);
        const weights = own.map(({ subject_id }) => hoursOf.get(subject_id) ?? 0);
        const weighted = own.map(({ percentage }, place) => percentage * (weights[place] ?? 0));
        const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
        const average = sumOf(weighted) / sumOf(weights);
        return [id, allRounded({ subjects: own.length, average })] as const;
      }),
    ),
  };
}

function subjectFigures(results: readonly number[]): Record<string, number> {
  const letters = Array.from({ length: 9 }, (_, place) => [
    `letter_${place + 1}`,
    results.filter((result) => letterPlace(result) === place).length,
  ]);
  return {
    complete: results.length,
    percentages: results.reduce((sum, result) => sum + result, 0),
    passed: results.filter((result) => result >= 60).length,
    excellent: results.filter((result) => result >= 90).length,
    ...Object.fromEntries(letters),
  };
}

function settingsOf(row: Row<'subject_grade_settings'>): GradeSettings {
  const columns = gradeColumns.flatMap((column) => [
    [`${column}Max`, row[`${column}_max`]],
    [`${column}Enabled`, row[`${column}_enabled`] === 1],
    [`${column}Name`, row[`${column}_name`]],
  ]);
  return Object.fromEntries(columns) as GradeSettings;
}

/** Sums of binary fractions differ in their last digits with the order of adding. */
const rounded = (value: number | null) => (value === null ? null : Number(value.toFixed(9)));
const allRounded = (figures: Record<string, number>) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value.toFixed(6))]));

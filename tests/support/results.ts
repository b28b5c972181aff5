import { letterIndex, type Marks, rowPercentage } from '../../contract/rules/grading';
import { defaultGradeSettings, gradeColumns, type GradeSettings } from '../../contract/rules/gradeSettings';
import type { Data } from '../../server/db/data';
import type { Row } from '../../server/db/schema';

interface Results {
  percentages: Map<number, number | null>;
  subjects: Map<number, Record<string, number>>;
  students: Map<number, Record<string, number>>;
  /** The number of all students. */
  total: number;
}

/** The results as they are stored. */
export async function storedResults({ read }: Data): Promise<Results> {
  const grades = await read.selectFrom('grades').select(['id', 'percentage']).execute();
  const subjects = await read.selectFrom('subject_results').selectAll().execute();
  const students = await read.selectFrom('student_results').selectAll().execute();
  const { total } = await read
    .selectFrom('row_counts')
    .select('total')
    .where('table_name', '=', 'students')
    .executeTakeFirstOrThrow();
  return {
    total,
    percentages: new Map(grades.map(({ id, percentage }) => [id, rounded(percentage)])),
    subjects: new Map(subjects.map(({ subject_id, ...figures }) => [subject_id, allRounded(figures)])),
    students: new Map(
      students.map(({ student_row_id, ...figures }) => [student_row_id, allRounded(figures)]),
    ),
  };
}

/** The same results, calculated from marks, settings, batches and registers with the rules of the contract only. */
export async function expectedResults({ read }: Data): Promise<Results> {
  const settings = new Map(
    (await read.selectFrom('subject_grade_settings').selectAll().execute()).map((row) => [
      row.subject_id,
      settingsOf(row),
    ]),
  );
  const subjects = await read
    .selectFrom('subjects')
    .select(['id', 'batch_id', 'hours', 'level', 'base_subject_code'])
    .execute();
  const subjectOf = new Map(subjects.map((subject) => [subject.id, subject]));
  const grades = (await read.selectFrom('grades').selectAll().execute()).map((row) => ({
    ...row,
    percentage: rowPercentage(row as Marks, settings.get(row.subject_id) ?? defaultGradeSettings),
  }));
  const complete = grades.flatMap(({ subject_id, student_row_id, percentage }) => {
    const subject = subjectOf.get(subject_id);
    return percentage !== null && subject ? [{ subject, student_row_id, percentage }] : [];
  });
  const places = await placesOf(read);
  const counted = complete.flatMap(({ subject, student_row_id, percentage }) =>
    places.rosterBatchOf(student_row_id) === subject.batch_id
      ? [{ subject_id: subject.id, student_row_id, percentage }]
      : [],
  );
  const registers = await read.selectFrom('registers').selectAll().execute();
  const absences = await read.selectFrom('absences').selectAll().execute();
  const people = await read.selectFrom('students').select('id').execute();
  const of = <T extends { subject_id: number }>(rows: readonly T[], id: number) =>
    rows.filter((row) => row.subject_id === id);
  return {
    total: people.length,
    percentages: new Map(grades.map(({ id, percentage }) => [id, rounded(percentage)])),
    subjects: new Map(
      subjects.flatMap(({ id }) => {
        const results = of(counted, id).map(({ percentage }) => percentage);
        const subjectRegisters = of(registers, id);
        if (results.length + subjectRegisters.length === 0) return [];
        const expected = expectedOnce(subjectRegisters);
        const figures = {
          ...subjectFigures(results),
          registers: subjectRegisters.length,
          expected,
          absences: of(absences, id).length,
        };
        return [[id, allRounded(figures)] as const];
      }),
    ),
    students: new Map(
      [...new Set(complete.map(({ student_row_id }) => student_row_id))].flatMap((id) => {
        const own = complete.filter(({ student_row_id }) => student_row_id === id);
        const results = countingOf(own, places.batchesInProgramOf(id));
        if (results.length === 0) return [];
        const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
        const weighted = sumOf(results.map(({ percentage, subject }) => percentage * subject.hours));
        const average = weighted / sumOf(results.map(({ subject }) => subject.hours));
        return [[id, allRounded({ subjects: results.length, average })] as const];
      }),
    ),
  };
}

/**
 * How many attendances registers of a subject expect: on a day with several, each student whom one of them lists once.
 */
function expectedOnce(registers: readonly Row<'registers'>[]): number {
  const days = new Map<string, Row<'registers'>[]>();
  for (const register of registers) days.set(register.date, [...(days.get(register.date) ?? []), register]);
  return [...days.values()].reduce((sum, day) => {
    const isKnown = day.length > 1 && day.every(({ listed }) => listed !== null);
    if (isKnown) return sum + new Set(day.flatMap(({ listed }) => JSON.parse(listed ?? '') as number[])).size;
    // A register of everybody has no list: what is stored is believed, and proved by tests of its own.
    const counts = day.map(({ students_count, counted_before }) => students_count - (counted_before ?? 0));
    return sum + counts.reduce((total, count) => total + count, 0);
  }, 0);
}

interface Result {
  subject: { batch_id: number; hours: number; level: number; base_subject_code: string };
  percentage: number;
}

/** The results in these batches, which are in the order of attendance; of a repeated course only the latest. */
function countingOf(results: readonly Result[], batches: readonly number[]): Result[] {
  const latest = new Map<string, Result>();
  for (const batch of batches)
    for (const result of results)
      if (result.subject.batch_id === batch)
        latest.set(`${result.subject.base_subject_code} ${result.subject.level}`, result);
  return [...latest.values()];
}

/** The present and former batches of each student, read row by row. */
async function placesOf(read: Data['read']) {
  const enrolments = await read
    .selectFrom('enrolments')
    .selectAll()
    .orderBy('from_date')
    .orderBy('id')
    .execute();
  const statuses = await read
    .selectFrom('student_statuses')
    .selectAll()
    .where('to_date', 'is', null)
    .execute();
  const batches = await read.selectFrom('batches').select(['id', 'program_row_id']).execute();
  const programOf = new Map(batches.map(({ id, program_row_id }) => [id, program_row_id]));
  const away = new Set(statuses.flatMap((row) => (row.status === 'active' ? [] : [row.student_row_id])));
  const ofStudent = (id: number) => enrolments.filter((row) => row.student_row_id === id);
  return {
    rosterBatchOf: (id: number) =>
      away.has(id) ? undefined : ofStudent(id).find(({ to_date }) => to_date === null)?.batch_id,
    batchesInProgramOf: (id: number) => {
      const own = ofStudent(id);
      const visible = own.find(({ is_shown }) => is_shown === 1);
      const inProgram = own.filter(
        ({ batch_id }) => visible && programOf.get(batch_id) === programOf.get(visible.batch_id),
      );
      return inProgram.map(({ batch_id }) => batch_id);
    },
  };
}

function subjectFigures(results: readonly number[]): Record<string, number> {
  const letters = Array.from({ length: 9 }, (_, place) => [
    `letter_${place + 1}`,
    results.filter((result) => letterIndex(result) === place).length,
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

/** Rounded, because a sum of floating-point numbers depends on the order of adding. */
const rounded = (value: number | null) => (value === null ? null : Number(value.toFixed(9)));
const allRounded = (figures: Record<string, number>) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value.toFixed(6))]));

import { letterIndex, type Marks, rowPercentage } from '../../contract/rules/grading';
import { defaultGradeSettings, gradeColumns, type GradeSettings } from '../../contract/rules/gradeSettings';
import type { Data } from '../../server/db/data';
import type { Row } from '../../server/db/schema';

interface Results {
  percentages: Map<number, number | null>;
  subjects: Map<number, Record<string, number>>;
  students: Map<number, Record<string, number>>;
  /** Number of all students. */
  total: number;
}

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
    percentages: new Map(grades.map(({ id, percentage }) => [id, roundPercentage(percentage)])),
    subjects: new Map(subjects.map(({ subject_id, ...figures }) => [subject_id, roundAll(figures)])),
    students: new Map(students.map(({ student_row_id, ...figures }) => [student_row_id, roundAll(figures)])),
  };
}

/** Expected results, computed from marks, settings, batches and registers with the rules of the contract. */
export async function expectedResults({ read }: Data): Promise<Results> {
  const settings = new Map(
    (await read.selectFrom('subject_grade_settings').selectAll().execute()).map((row) => [
      row.subject_id,
      parseSettings(row),
    ]),
  );
  const subjects = await read
    .selectFrom('subjects')
    .select(['id', 'batch_id', 'hours', 'level', 'base_subject_code'])
    .execute();
  const subjectById = new Map(subjects.map((subject) => [subject.id, subject]));
  const grades = (await read.selectFrom('grades').selectAll().execute()).map((row) => ({
    ...row,
    percentage: rowPercentage(row as Marks, settings.get(row.subject_id) ?? defaultGradeSettings),
  }));
  const complete = grades.flatMap(({ subject_id, student_row_id, percentage }) => {
    const subject = subjectById.get(subject_id);
    return percentage !== null && subject ? [{ subject, student_row_id, percentage }] : [];
  });
  const enrolments = await loadEnrolments(read);
  const counted = complete.flatMap(({ subject, student_row_id, percentage }) =>
    enrolments.rosterBatchOf(student_row_id) === subject.batch_id
      ? [{ subject_id: subject.id, student_row_id, percentage }]
      : [],
  );
  const registers = (await read.selectFrom('registers').selectAll().execute()).filter(
    ({ is_excluded }) => is_excluded === 0,
  );
  const countedRegisters = new Set(registers.map(({ id }) => id));
  const absences = (await read.selectFrom('absences').selectAll().execute()).filter(({ register_id }) =>
    countedRegisters.has(register_id),
  );
  const students = await read.selectFrom('students').select('id').execute();
  const filterBySubject = <T extends { subject_id: number }>(rows: readonly T[], id: number) =>
    rows.filter((row) => row.subject_id === id);
  return {
    total: students.length,
    percentages: new Map(grades.map(({ id, percentage }) => [id, roundPercentage(percentage)])),
    subjects: new Map(
      subjects.flatMap(({ id }) => {
        const results = filterBySubject(counted, id).map(({ percentage }) => percentage);
        const subjectRegisters = filterBySubject(registers, id);
        if (results.length + subjectRegisters.length === 0) return [];
        const expected = countExpected(subjectRegisters);
        const stats = {
          ...summariseSubject(results),
          registers: subjectRegisters.length,
          expected,
          absences: filterBySubject(absences, id).length,
        };
        return [[id, roundAll(stats)] as const];
      }),
    ),
    students: new Map(
      [...new Set(complete.map(({ student_row_id }) => student_row_id))].flatMap((id) => {
        const ownResults = complete.filter(({ student_row_id }) => student_row_id === id);
        const results = filterCounting(ownResults, enrolments.batchesInProgramOf(id));
        if (results.length === 0) return [];
        const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
        const weighted = total(results.map(({ percentage, subject }) => percentage * subject.hours));
        const average = weighted / total(results.map(({ subject }) => subject.hours));
        return [[id, roundAll({ subjects: results.length, average })] as const];
      }),
    ),
  };
}

/** Expected attendances of registers. A student in several registers of a day counts once. */
function countExpected(registers: readonly Row<'registers'>[]): number {
  const days = new Map<string, Row<'registers'>[]>();
  for (const register of registers) days.set(register.date, [...(days.get(register.date) ?? []), register]);
  return [...days.values()].reduce((sum, day) => {
    const areAllListed = day.length > 1 && day.every(({ listed }) => listed !== null);
    if (areAllListed)
      return sum + new Set(day.flatMap(({ listed }) => JSON.parse(listed ?? '') as number[])).size;
    // A register of the whole subject has no list of students. Other tests verify its stored counts.
    const counts = day.map(({ students_count, counted_before }) => students_count - (counted_before ?? 0));
    return sum + counts.reduce((total, count) => total + count, 0);
  }, 0);
}

interface Result {
  subject: { batch_id: number; hours: number; level: number; base_subject_code: string };
  percentage: number;
}

/** Keeps the latest result of a repeated course. @param batches in order of attendance */
function filterCounting(results: readonly Result[], batches: readonly number[]): Result[] {
  const latest = new Map<string, Result>();
  for (const batch of batches)
    for (const result of results)
      if (result.subject.batch_id === batch)
        latest.set(`${result.subject.base_subject_code} ${result.subject.level}`, result);
  return [...latest.values()];
}

async function loadEnrolments(read: Data['read']) {
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
  const programByBatch = new Map(batches.map(({ id, program_row_id }) => [id, program_row_id]));
  const inactive = new Set(statuses.flatMap((row) => (row.status === 'active' ? [] : [row.student_row_id])));
  const filterByStudent = (id: number) => enrolments.filter((row) => row.student_row_id === id);
  return {
    rosterBatchOf: (id: number) =>
      inactive.has(id) ? undefined : filterByStudent(id).find(({ to_date }) => to_date === null)?.batch_id,
    batchesInProgramOf: (id: number) => {
      const ownEnrolments = filterByStudent(id);
      const visible = ownEnrolments.find(({ is_shown }) => is_shown === 1);
      const inProgram = ownEnrolments.filter(
        ({ batch_id }) => visible && programByBatch.get(batch_id) === programByBatch.get(visible.batch_id),
      );
      return inProgram.map(({ batch_id }) => batch_id);
    },
  };
}

function summariseSubject(results: readonly number[]): Record<string, number> {
  const letters = Array.from({ length: 9 }, (_, index) => [
    `letter_${index + 1}`,
    results.filter((result) => letterIndex(result) === index).length,
  ]);
  return {
    complete: results.length,
    percentages: results.reduce((sum, result) => sum + result, 0),
    passed: results.filter((result) => result >= 60).length,
    excellent: results.filter((result) => result >= 90).length,
    ...Object.fromEntries(letters),
  };
}

function parseSettings(row: Row<'subject_grade_settings'>): GradeSettings {
  const columns = gradeColumns.flatMap((column) => [
    [`${column}Max`, row[`${column}_max`]],
    [`${column}Enabled`, row[`${column}_enabled`] === 1],
    [`${column}Name`, row[`${column}_name`]],
  ]);
  return Object.fromEntries(columns) as GradeSettings;
}

/** Rounded, because a sum of floating-point numbers depends on the order of adding. */
const roundPercentage = (value: number | null) => (value === null ? null : Number(value.toFixed(9)));
const roundAll = (figures: Record<string, number>) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value.toFixed(6))]));

import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Student } from '../../contract/students/students';
import { startTestApp, type TestApp } from './app';
import { type CircledSheet, divideSheet } from './circles';
import { clockAt, moveClock } from './clock';
import { newSheet, type Sheet } from './sheet';
import type { RegisterCalls } from './teaching';

export const today = '2026-11-20';
export const day = '2026-11-18';
export const dayBeforeCircles = '2026-11-10';
export const firstCircleDay = '2026-11-12';

export const clock = clockAt(`${today}T09:00:00Z`);
export let server: TestApp;
/** The sheet of the current test, with its registers. */
export let sheet: Sheet;
export let circledSheet: CircledSheet;
export let wholeRegister: RegisterCalls;
export let firstRegister: RegisterCalls;
export let secondRegister: RegisterCalls;

export const studentAt = (index: number) => sheet.students[index] as Student;
export const numberAt = (index: number) => circledSheet.studentNumberAt(index);
export const circleIdAt = (index: number) => circledSheet.circleIdAt(index);

/** Starts one server for the file, and creates a sheet with two circles for each test. */
export function serveCircledSheets(): void {
  beforeAll(async () => {
    clock.set(`${today}T09:00:00Z`);
    server = await startTestApp({ now: clock.now });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await moveClock(clock, server, '2026-09-01T09:00:00.000Z');
    sheet = await newSheet(server, 5);
    await moveClock(clock, server, `${today}T09:00:00.000Z`);
    circledSheet = await divideSheet(server, sheet, firstCircleDay);
    ({ wholeRegister, firstRegister, secondRegister } = circledSheet);
  });
}

export const listStudentNumbers = ({ body }: { body: { students: { studentId: string }[] } }) =>
  body.students.map(({ studentId }) => studentId);

/** An entry of `circles` in a register. @param index of the circle; null: students without one */
export const registerEntry = (index: number | null, isTaken: boolean, version: number) => ({
  circle_id: index === null ? null : circleIdAt(index),
  taken: isTaken,
  version,
});

/** The registers of `day`, with a row for each absence. */
export const loadRegisters = () =>
  server.data.read
    .selectFrom('registers')
    .leftJoin('absences', 'absences.register_id', 'registers.id')
    .leftJoin('students', 'students.id', 'absences.student_row_id')
    .select(['registers.circle_id', 'registers.students_count', 'students.student_id'])
    .where('registers.subject_id', '=', sheet.subjectId)
    .where('registers.date', '=', day)
    .orderBy('registers.circle_id')
    .orderBy('students.full_name_sort')
    .execute();

import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Student } from '../../contract/students/students';
import { startTestApp, type TestApp } from './app';
import { type CircledSheet, divideSheet } from './circles';
import { clockAt, goTo } from './clock';
import { newSheet, type Sheet } from './sheet';
import type { RegisterCalls } from './teaching';

export const today = '2026-11-20';
export const day = '2026-11-18';
/** A day before there were circles. */
export const before = '2026-11-10';
/** The first day of the circles. */
export const began = '2026-11-12';

export const clock = clockAt(`${today}T09:00:00Z`);
/** The server of the test file that has called `serveCircledSheets`. */
export let server: TestApp;
/** The sheet of the test that runs, and the calls of its registers: of everybody, and of its two circles. */
export let sheet: Sheet;
export let made: CircledSheet;
export let all: RegisterCalls;
export let first: RegisterCalls;
export let second: RegisterCalls;

export const nth = (place: number) => sheet.students[place] as Student;
export const number = (place: number) => made.number(place);
export const idOf = (place: number) => made.idOf(place);

/** Starts a server for the tests of a file, and makes for each of them a sheet that is divided into circles. */
export function serveCircledSheets(): void {
  beforeAll(async () => {
    clock.set(`${today}T09:00:00Z`);
    server = await startTestApp({ now: clock.now });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await goTo(clock, server, '2026-09-01T09:00:00.000Z');
    sheet = await newSheet(server, 5);
    await goTo(clock, server, `${today}T09:00:00.000Z`);
    made = await divideSheet(server, sheet, began);
    ({ all, first, second } = made);
  });
}

export const studentsIn = ({ body }: { body: { students: { studentId: string }[] } }) =>
  body.students.map(({ studentId }) => studentId);

/** The register of a circle (null: of the students in no circle), as the register of the whole subject lists it. */
export const part = (place: number | null, isTaken: boolean, version: number) => ({
  circle_id: place === null ? null : idOf(place),
  taken: isTaken,
  version,
});

/** The registers of `day`, a row for each absent student. */
export const stored = () =>
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

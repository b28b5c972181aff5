import type { Circle } from '../../contract/circles';
import type { Student } from '../../contract/students/students';
import type { TestApp } from './app';
import { unique } from './sampleCalls';
import type { Sheet } from './sheet';
import { type RegisterCalls, registerCalls } from './teaching';

type NewCircle = Partial<Pick<Circle, 'name' | 'teacher_id' | 'days'>>;

/** A circle of a subject, with these members from a day on. */
export async function newCircle(
  server: TestApp,
  subjectCode: string,
  members: readonly Pick<Student, 'student_id'>[],
  from: string,
  values: NewCircle = {},
): Promise<Circle> {
  const body = { subject_code: subjectCode, name: `حلقة ${unique()}`, ...values };
  const made = await server.call<Circle>('POST', '/circles', { as: 'admin', body });
  if (made.status !== 201) throw new Error(`/circles answered ${made.status}: ${made.text}`);
  await setMembers(server, made.body.id, members, from);
  return made.body;
}

/** Sets the members of a circle from a day on. */
export async function setMembers(
  server: TestApp,
  circle: number,
  members: readonly Pick<Student, 'student_id'>[],
  from: string,
): Promise<void> {
  const body = { student_ids: members.map(({ student_id }) => student_id), date: from };
  const answer = await server.call('PUT', `/circles/${circle}/members`, { as: 'admin', body });
  if (answer.status !== 200) throw new Error(`members: ${answer.status}: ${answer.text}`);
}

/** The registers of a subject with five students. */
export interface CircledSheet {
  /** Two: the first two students, and the next two; the fifth is in none. */
  circles: Circle[];
  /** The register calls for all students, and for each circle. */
  all: RegisterCalls;
  first: RegisterCalls;
  second: RegisterCalls;
  number: (place: number) => string;
  idOf: (place: number) => number;
}

/** Divides a sheet of five students. @param from the first day of the circles, today at the latest */
export async function divideSheet(server: TestApp, sheet: Sheet, from: string): Promise<CircledSheet> {
  const circles = [
    await newCircle(server, sheet.subjectCode, sheet.students.slice(0, 2), from),
    await newCircle(server, sheet.subjectCode, sheet.students.slice(2, 4), from),
  ];
  const subject = { batch_name: sheet.batchName, subject_code: sheet.subjectCode };
  const idOf = (place: number) => Number(circles[place]?.id);
  return {
    circles,
    all: registerCalls(server, subject),
    first: registerCalls(server, subject, idOf(0)),
    second: registerCalls(server, subject, idOf(1)),
    number: (place) => String(sheet.students[place]?.student_id),
    idOf,
  };
}

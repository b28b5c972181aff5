import type { Circle } from '../../contract/circles';
import type { Student } from '../../contract/students/students';
import type { TestApp } from './app';
import { uniqueText } from './sampleCalls';
import type { Sheet } from './sheet';
import { type RegisterCalls, registerCalls } from './teaching';

type NewCircle = Partial<Pick<Circle, 'name' | 'teacher_id' | 'days'>>;

/** @param from first day of the members */
export async function newCircle(
  server: TestApp,
  subjectCode: string,
  members: readonly Pick<Student, 'student_id'>[],
  from: string,
  values: NewCircle = {},
): Promise<Circle> {
  const body = { subject_code: subjectCode, name: `حلقة ${uniqueText()}`, ...values };
  const answer = await server.call<Circle>('POST', '/circles', { as: 'admin', body });
  if (answer.status !== 201) throw new Error(`/circles answered ${answer.status}: ${answer.text}`);
  await setMembers(server, answer.body.id, members, from);
  return answer.body;
}

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

/** A subject with five students in two circles. */
export interface CircledSheet {
  /** The first circle has students 1 and 2, the second has 3 and 4. The fifth student has no circle. */
  circles: Circle[];
  wholeRegister: RegisterCalls;
  firstRegister: RegisterCalls;
  secondRegister: RegisterCalls;
  studentNumberAt: (index: number) => string;
  circleIdAt: (index: number) => number;
}

/** @param from first day of the circles, not in the future */
export async function divideSheet(server: TestApp, sheet: Sheet, from: string): Promise<CircledSheet> {
  const circles = [
    await newCircle(server, sheet.subjectCode, sheet.students.slice(0, 2), from),
    await newCircle(server, sheet.subjectCode, sheet.students.slice(2, 4), from),
  ];
  const subject = { batch_name: sheet.batchName, subject_code: sheet.subjectCode };
  const circleIdAt = (index: number) => Number(circles[index]?.id);
  return {
    circles,
    wholeRegister: registerCalls(server, subject),
    firstRegister: registerCalls(server, subject, circleIdAt(0)),
    secondRegister: registerCalls(server, subject, circleIdAt(1)),
    studentNumberAt: (index) => String(sheet.students[index]?.student_id),
    circleIdAt,
  };
}

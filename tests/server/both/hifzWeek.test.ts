import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WeekSheet } from '../../../contract/hifz/map';
import type { Subject } from '../../../contract/subjects';
import { startTestApp, type TestApp } from '../../support/app';
import { newCircle } from '../../support/circles';
import { samplePlan } from '../../support/hifzSamples';
import { newStudent } from '../../support/sampleCalls';
import { assignToTeacher2, newDailySubject } from '../../support/teaching';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: () => new Date('2026-11-22T09:00:00Z') });
});
afterAll(() => server.close());

type As = 'admin' | 'teacher' | 'teacher2' | 'student' | { token: string };
/** A Sunday. */
const from = '2026-11-15';
let subject: Subject;
let second: Subject;
let student: { id: number; student_id: string };
beforeEach(async () => {
  subject = await newDailySubject(server);
  second = await newDailySubject(server);
  student = await newStudent(server);
});

async function weekOf(as: As = 'admin', path = `/hifz/${student.student_id}/week`) {
  const answer = await server.call<WeekSheet>('GET', path, { as, query: { from } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function recordSard(dailySubject: Subject, date: string, overrides: object = {}) {
  const body = {
    student_id: student.student_id,
    subject_code: dailySubject.subject_code,
    from_juz: 29,
    to_juz: 30,
    date,
    examiner: 'الشيخ سعد الراشد',
    mark: 92.5,
    max: 100,
    faults: [
      { kind: 'prompt', ayah: '78:5', count: 2 },
      { kind: 'minor', ayah: null, count: 1 },
    ],
    passed: true,
    ...overrides,
  };
  const answer = await server.call('POST', '/sard', { as: 'admin', body });
  expect(answer.status, answer.text).toBe(201);
}

async function savePlan(dailySubject: Subject, start: string, overrides: object = {}) {
  const body = {
    ...samplePlan,
    subject_code: dailySubject.subject_code,
    direction: 'from_baqarah',
    start,
    begin: from,
    ...overrides,
  };
  const answer = await server.call('PUT', `/hifz/${student.student_id}/plan`, { as: 'admin', body });
  expect(answer.status, answer.text).toBe(200);
}

test('the sard of the week are listed with their faults, and those of other weeks are not', async () => {
  await recordSard(subject, '2026-11-14', { from_juz: 30 });
  await recordSard(subject, '2026-11-21', { passed: false, mark: null, max: null, faults: [] });
  await recordSard(subject, '2026-11-15');
  await recordSard(subject, '2026-11-22', { from_juz: 30 });
  const { heard: recitations, sard } = await weekOf();
  expect(recitations).toEqual([]);
  const common = { from_juz: 29, to_juz: 30, examiner: 'الشيخ سعد الراشد' };
  expect(sard).toEqual([
    { ...common, date: '2026-11-15', mark: 92.5, max: 100, faults: 3, passed: true },
    { ...common, date: '2026-11-21', mark: null, max: null, faults: 0, passed: false },
  ]);
});

test('a circle lists the sard of its subject, and a teacher sees the sard of his own subjects', async () => {
  await recordSard(subject, '2026-11-16');
  await recordSard(second, '2026-11-17');
  const circle = await newCircle(server, second.subject_code, [student], '2026-11-01');
  const days = ({ sard }: WeekSheet) => sard.map(({ date }) => date);
  const [line] = (await weekOf('admin', `/circles/${circle.id}/week`)) as unknown as WeekSheet[];
  expect(line && days(line)).toEqual(['2026-11-17']);
  expect(days(await weekOf('teacher'))).toEqual(['2026-11-16', '2026-11-17']);
  await assignToTeacher2(server, subject.subject_code);
  expect(days(await weekOf('teacher'))).toEqual(['2026-11-17']);
  expect(days(await weekOf('teacher2'))).toContain('2026-11-16');
});

test('the next lesson is listed for each plan, and a teacher sees only his own subjects', async () => {
  await savePlan(subject, '2:6');
  await savePlan(second, '67:1');
  const readTasks = async (as: As) =>
    (await weekOf(as)).next_tasks.map(({ subject_code, subject_name, task }) => [
      subject_code,
      subject_name,
      task.new[0]?.from,
    ]);
  const both = [
    [subject.subject_code, subject.name, '2:6'],
    [second.subject_code, second.name, '67:1'],
  ];
  expect(await readTasks('admin')).toEqual(both);
  expect(await readTasks('teacher')).toEqual(both);
  expect((await weekOf()).next?.new[0]?.from).toBe('2:6');
  await assignToTeacher2(server, subject.subject_code);
  expect(await readTasks('teacher')).toEqual([both[1]]);
  expect((await weekOf('teacher')).next?.new[0]?.from).toBe('67:1');
  expect(await readTasks('teacher2')).toContainEqual(both[0]);
});

test('the planned pages of a teacher are those of his own subjects; an admin sees all', async () => {
  await savePlan(subject, '2:6');
  await savePlan(second, '67:1');
  const readPlannedPages = async (as: As) => (await weekOf(as)).planned_pages;
  const all = await readPlannedPages('admin');
  expect(all).toBeGreaterThan(0);
  expect(await readPlannedPages('teacher')).toBe(all);
  await assignToTeacher2(server, subject.subject_code);
  const ownPages = await readPlannedPages('teacher');
  expect(ownPages).toBeGreaterThan(0);
  expect(ownPages).toBeLessThan(all);
  expect(await readPlannedPages('admin')).toBe(all);
});

test('a plan that has ended has no next lesson, and the current plan is listed first', async () => {
  await savePlan(subject, '2:6', { end: '2026-11-20' });
  await savePlan(second, '67:1');
  const { next, next_tasks } = await weekOf();
  expect(next_tasks.map(({ subject_code }) => subject_code)).toEqual([second.subject_code]);
  expect(next).toEqual(next_tasks[0]?.task);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Circle } from '../../contract/circles';
import { startTestApp, type TestApp } from '../support/app';
import { newCircle } from '../support/circles';
import { samplePlan } from '../support/hifzSamples';
import { findableWords, hasLine, readPdfLines, readPageSizes, collectWords } from '../support/pdfText';
import { newStudent } from '../support/sampleCalls';
import { assignToTeacher2, newDailySubject, recordCalls } from '../support/teaching';

let server: TestApp;
let student: { student_id: string; full_name: string };
let circle: Circle;
const from = '2026-11-15';

beforeAll(async () => {
  server = await startTestApp({ now: () => new Date('2026-11-22T09:00:00Z') });
  const subject = await newDailySubject(server);
  await assignToTeacher2(server, subject.subject_code);
  student = await newStudent(server);
  const other = await newStudent(server);
  circle = await newCircle(server, subject.subject_code, [student, other], '2026-11-01', {
    name: '=1+1 حلقة عاصم',
  });
  const plan = {
    ...samplePlan,
    subject_code: subject.subject_code,
    direction: 'from_baqarah',
    start: '2:6',
    amount: { unit: 'page', value: 1 },
    begin: from,
  };
  const path = `/hifz/${student.student_id}/plan`;
  await server.call('PUT', path, { as: 'admin', body: plan });
  const records = recordCalls(server, subject);
  const faults = [{ kind: 'prompt', ayah: '2:7', count: 2 }];
  const ranges = [{ from: '2:6', to: '2:16' }];
  await records.save('2026-11-16', [{ studentId: student.student_id, ranges, faults }]);
});
afterAll(() => server.close());

async function loadPaper(body: object, as = 'admin') {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/papers',
    headers: { authorization: `Bearer ${await server.signIn(as)}` },
    payload: { type: 'week', startDate: from, ...body },
  });
  return {
    status: answer.statusCode,
    name: decodeURIComponent(String(answer.headers['content-disposition']).split("''")[1] ?? ''),
    bytes: new Uint8Array(answer.rawPayload),
  };
}

test('the week of a student is one A4 page with recitations, the plan and the next task', async () => {
  const created = await loadPaper({ studentId: student.student_id });
  expect(created.status).toBe(200);
  expect(created.name).toBe(`الورقة الأسبوعية - ${student.full_name} - ${from}.pdf`);
  const { pages, lines } = await readPdfLines(created.bytes);
  expect([pages, await readPageSizes(created.bytes)]).toEqual([1, [[210, 297]]]);
  const words = collectWords(lines);
  for (const word of findableWords(student.full_name, 'حفظ جديد', 'البقرة')) expect(words).toContain(word);
  // Pages of new lessons, pages of revision, recitations, faults.
  expect(hasLine(lines, [1, 0, 1, 2])).toBe(true);
  expect(hasLine(lines, ['حفظ جديد', 'البقرة 17-24', 1, null])).toBe(true);
  expect(hasLine(lines, ['مراجعة قريبة', 'البقرة 6-16', 1, null])).toBe(true);
});

test('the week of a circle is one A4 with a row for each of its students', async () => {
  const created = await loadPaper({ circle_id: circle.id });
  expect(created.status).toBe(200);
  const { pages, lines } = await readPdfLines(created.bytes);
  expect(pages).toBe(1);
  for (const word of findableWords('حلقة عاصم', student.full_name))
    expect(collectWords(lines)).toContain(word);
  // The totals above the table, of both students.
  expect(hasLine(lines, [1, 0, 1, 2])).toBe(true);
  const [first, second] = [1, 2].map((index) => [index, student.full_name]);
  expect(hasLine(lines, [...(first ?? []), 1, 1, 5, 0, 2, 'تأخر بـ4 دروس', 'البقرة 17-24'])).toBe(true);
  expect(hasLine(lines, [...(second ?? []), 0, 0, null, 0, 0, null, null])).toBe(true);
});

test('a week without a student, a circle or a day is refused, and out of scope it is not found', async () => {
  expect((await loadPaper({})).status).toBe(422);
  expect((await loadPaper({ studentId: student.student_id, startDate: undefined })).status).toBe(422);
  expect((await loadPaper({ studentId: student.student_id, startDate: '9999-12-26' })).status).toBe(422);
  expect((await loadPaper({ studentId: 'NONE' })).status).toBe(404);
  expect((await loadPaper({ circle_id: circle.id }, 'teacher2')).status).toBe(200);
  expect((await loadPaper({ circle_id: circle.id }, 'teacher')).status).toBe(404);
});

test('a student gets the paper of his own week, but no other paper of a student or circle', async () => {
  const { body: me } = await server.call<{ id: number }>('GET', '/auth/me', { as: 'student' });
  const { body: own } = await server.call<{ student_id: string }>('GET', `/students/by-user/${me.id}`, {
    as: 'student',
  });
  expect((await loadPaper({ studentId: own.student_id }, 'student')).status).toBe(200);
  expect((await loadPaper({ studentId: student.student_id }, 'student')).status).toBe(404);
  expect((await loadPaper({ circle_id: circle.id }, 'student')).status).toBe(403);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Batch } from '../../contract/batches';
import type { Issue, Verification } from '../../contract/reports/papers';
import { paperText } from '../../contract/reports/paperText';
import type { Student } from '../../contract/students/students';
import type { Subject } from '../../contract/subjects';
import { addAccount } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { clockAt, moveClock } from '../support/clock';
import { findableWords, hasLine, readPdfLines, collectWords } from '../support/pdfText';
import { uniqueText } from '../support/sampleCalls';
import { newSheet, type Sheet } from '../support/sheet';

const clock = clockAt('2026-09-01T09:00:00Z');
const setToday = (day: string) => moveClock(clock, server, `${day}T09:00:00.000Z`);
let server: TestApp;
/**
 * The student has repeated a course in a second batch of the first programme, and is now in another
 * programme.
 */
let student: Student;
let from: Sheet;
let targetSheet: Sheet;
let first: Subject;
let second: Subject;
let now: Batch;

const post = async <T = Record<string, unknown>>(path: string, body: unknown) => {
  const answer = await server.call<T>('POST', path, { as: 'admin', body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const move = (batch_id: number, date: string) =>
  post('/students/move', { student_row_ids: [student.id], batch_id, date, confirm: true });
const save = ({ batchName }: Sheet, { subject_code }: Subject, testGrade: number) => {
  const marks = { participationGrade: 5, attendanceGrade: 5, exerciseGrade: 5, readingGrade: 5, testGrade };
  const grades = [{ studentId: student.student_id, ...marks }];
  return server.call('POST', '/grades/save', {
    as: 'admin',
    body: { batchName, subjectCode: subject_code, grades },
  });
};
const paperBody = () => ({ batchName: now.batch_name, studentId: student.student_id });
const check = async ({ code }: Issue) => (await server.call<Verification>('GET', `/verify/${code}`)).body;

beforeAll(async () => {
  server = await startTestApp({ now: clock.now, config: { CALL_LIMITS: 1 } });
  [from, targetSheet] = [await newSheet(server, 1), await newSheet(server, 1)];
  student = from.students[0] as Student;
  const subject_code = uniqueText();
  const offer = (batch_id: number) => post<Subject>('/subjects', { subject_code, name: 'النحو', batch_id });
  [first, second] = [await offer(from.batchId), await offer(targetSheet.batchId)];
  const { program_id } = await post<{ program_id: string }>('/programs', {
    program_id: uniqueText(),
    program_name: 'برنامج القراءات',
    levels: 2,
  });
  now = await post<Batch>('/batches', { batch_name: `دفعة ${uniqueText()}`, program_id });
  await setToday('2026-10-01');
  await save(from, first, 0);
  await move(targetSheet.batchId, '2026-10-01');
  await setToday('2026-11-01');
  await save(targetSheet, second, 40);
  await move(now.id, '2026-11-01');
});
afterAll(() => server.close());

test('a transcript as a PDF has a part with totals for each former programme, and marks repeated courses', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/papers',
    headers: { authorization: `Bearer ${await server.signIn('admin')}` },
    payload: { type: 'transcript', ...paperBody() },
  });
  expect(answer.statusCode, answer.payload.slice(0, 300)).toBe(200);
  const { lines } = await readPdfLines(new Uint8Array(answer.rawPayload));
  const words = collectWords(lines);
  for (const word of findableWords('برنامج سابق:', targetSheet.batchName)) expect(words).toContain(word);
  expect(
    hasLine(lines, ['النحو', paperText.repeated, first.subject_code, 1, first.hours, '20 من 100', 'لم يجتز']),
  ).toBe(true);
  expect(hasLine(lines, ['النحو', second.subject_code, 1, second.hours, '60 من 100', 'د'])).toBe(true);
});

test("a student's own report as a PDF has the same parts", async () => {
  const { id: userId } = await addAccount(server, 'student', { student_row_id: student.id });
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/papers',
    headers: { authorization: `Bearer ${await server.signIn('admin')}` },
    payload: { type: 'own', userId },
  });
  expect(answer.statusCode, answer.payload.slice(0, 300)).toBe(200);
  const { lines } = await readPdfLines(new Uint8Array(answer.rawPayload));
  const words = collectWords(lines);
  for (const word of findableWords('برنامج سابق:', targetSheet.batchName)) expect(words).toContain(word);
  expect(
    hasLine(lines, ['النحو', paperText.repeated, first.subject_code, 1, first.hours, '20 من 100', 'لم يجتز']),
  ).toBe(true);
});

test('the verification covers all printed results, and is valid until a result of a former programme changes', async () => {
  const issued = await post<Issue>('/papers/issue', paperBody());
  const content = (await check(issued)).content;
  expect(content?.former).toMatchObject([
    { batchName: targetSheet.batchName, totalHours: expect.any(Number) },
  ]);
  const repeated = content?.former?.[0]?.transcript.map(({ subjectCode, isRepeated }) => [
    subjectCode,
    isRepeated,
  ]);
  expect(repeated).toEqual(
    expect.arrayContaining([
      [first.subject_code, true],
      [second.subject_code, false],
    ]),
  );
  expect((await check(issued)).state).toBe('valid');

  await move(targetSheet.batchId, '2026-11-01');
  await save(targetSheet, second, 30);
  await move(now.id, '2026-11-01');
  expect((await check(issued)).state).toBe('altered');
});

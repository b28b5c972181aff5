import { describe, expect, test } from 'vitest';
import type { Batch } from '../../../contract/batches';
import type { Student } from '../../../contract/students/students';
import type { Subject } from '../../../contract/subjects';
import { dailyRecordType } from '../../../contract/vocabulary';
import { addAccount } from '../../support/accounts';
import type { TestApp } from '../../support/app';
import {
  clock,
  day,
  circleIdAt,
  numberAt,
  server,
  serveCircledSheets,
  sheet,
  today,
} from '../../support/circledServer';
import { divideSheet, newCircle } from '../../support/circles';
import { moveClock } from '../../support/clock';
import { uniqueText } from '../../support/sampleCalls';
import { newSheet, type Sheet } from '../../support/sheet';
import { absent } from '../../support/teaching';

serveCircledSheets();

type By = { token: string };
/** Sends a call as the admin of all sections. */
const set = async <T = object>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await server.call<T>(method, path, { as: 'admin', body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
/** Returns a call that is sent with the same key each time. */
function repeatable(method: string, path: string, body: unknown) {
  const headers = { 'idempotency-key': `repeat-${uniqueText()}` };
  return (as: By) => server.call(method, path, { as, body, headers });
}
type Repeatable = ReturnType<typeof repeatable>;

/** Expects the stored response for each call. */
async function expectStoredResponses(calls: readonly Repeatable[], by: By) {
  for (const call of calls) {
    const first = await call(by);
    expect(first.status, first.text).toBeLessThan(300);
    const again = await call(by);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
  }
}

async function expectNoStoredResponses(calls: readonly Repeatable[], by: By) {
  for (const call of calls)
    expect(await call(by)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
}

const sheetParams = ({ batchName, subjectCode }: Sheet) => ({ batchName, subjectCode });
const marksOf = (numbers: readonly string[]) =>
  repeatable('POST', '/grades/save', {
    ...sheetParams(sheet),
    grades: numbers.map((studentId) => ({ studentId, testGrade: 40 })),
  });
const registerOf = (numbers: readonly string[], overrides = {}) =>
  repeatable(
    'PUT',
    `/absences/${encodeURIComponent(sheet.batchName)}/${encodeURIComponent(sheet.subjectCode)}/${day}`,
    { absentStudents: numbers.map((one) => absent(one)), ...overrides },
  );
const recordsOf = (recordedSheet: Sheet, numbers: readonly string[]) =>
  repeatable('POST', '/daily-records/save', {
    ...sheetParams(recordedSheet),
    recordDate: day,
    records: numbers.map((studentId) => ({ studentId, recordContent: 'من سورة الملك' })),
  });

async function teacher(app: TestApp) {
  const account = await addAccount(app, 'teacher');
  return { id: account.id, by: await account.signIn() };
}

describe('a stored response about students', () => {
  const give = (circle: number, teacher_id: number | null) =>
    set('PUT', `/circles/${circle}`, { teacher_id });

  test('a former teacher of one of two circles gets no response about that circle, and gets the response about the remaining circle', async () => {
    const { id, by } = await teacher(server);
    await give(circleIdAt(0), id);
    await give(circleIdAt(1), id);
    const remaining = [marksOf([numberAt(0)]), registerOf([numberAt(0)], { circle_id: circleIdAt(0) })];
    const lostResponses = [
      marksOf([numberAt(1), numberAt(2)]),
      registerOf([numberAt(2)], { circle_id: circleIdAt(1) }),
      registerOf([numberAt(0), numberAt(3)]),
    ];
    await expectStoredResponses([...remaining, ...lostResponses], by);
    await give(circleIdAt(1), null);
    await expectNoStoredResponses(lostResponses, by);
    for (const call of remaining) expect((await call(by)).status).toBe(200);
  });

  test('a former teacher of a circle gets no response with its daily records', async () => {
    await moveClock(clock, server, '2026-09-01T09:00:00.000Z');
    const daily = await newSheet(server, 5, dailyRecordType);
    await moveClock(clock, server, '2026-11-20T09:00:00.000Z');
    const { circles } = await divideSheet(server, daily, day);
    const { id, by } = await teacher(server);
    for (const circle of circles) await give(circle.id, id);
    const numberOf = (index: number) => String(daily.students[index]?.student_id);
    const [remaining, lost] = [recordsOf(daily, [numberOf(0)]), recordsOf(daily, [numberOf(1), numberOf(2)])];
    await expectStoredResponses([remaining, lost], by);
    await give(Number(circles[1]?.id), null);
    await expectNoStoredResponses([lost], by);
    expect((await remaining(by)).status).toBe(200);
  });

  test('a teacher with only one remaining circle gets no response about the whole subject, including its assignments', async () => {
    await moveClock(clock, server, '2026-09-01T09:00:00.000Z');
    const sheetWithoutCircles = await newSheet(server, 3);
    await moveClock(clock, server, '2026-11-20T09:00:00.000Z');
    const { id, by } = await teacher(server);
    const link = await set<{ id: number }>('POST', '/subject-teachers', {
      subject_code: sheetWithoutCircles.subjectCode,
      teacher_id: id,
    });
    const path = `/absences/${encodeURIComponent(sheetWithoutCircles.batchName)}/${encodeURIComponent(sheetWithoutCircles.subjectCode)}/${day}`;
    const assignment = { title: 'واجب', subject_id: sheetWithoutCircles.subjectId, total_marks: 10 };
    const calls = [
      repeatable('PUT', path, { absentStudents: [] }),
      repeatable('POST', '/assignments', assignment),
      repeatable('POST', '/grades/save', {
        ...sheetParams(sheetWithoutCircles),
        grades: sheetWithoutCircles.students.map(({ student_id }) => ({
          studentId: student_id,
          testGrade: 40,
        })),
      }),
    ];
    await expectStoredResponses(calls, by);
    await newCircle(server, sheetWithoutCircles.subjectCode, sheetWithoutCircles.students.slice(0, 1), day, {
      teacher_id: id,
    });
    for (const call of calls) expect((await call(by)).status).toBeLessThan(300);
    await set('DELETE', `/subject-teachers/${link.id}`);
    await expectNoStoredResponses(calls, by);
  });
});

test('a stored response is sent to an admin of one section only about records that are now in that section', async () => {
  await set('PUT', '/settings', { sections_enabled: true });
  const { id, signIn } = await addAccount(server, 'admin');
  const setSection = (section: 'boys' | 'girls') =>
    server.data.writeUnlogged((trx) =>
      trx.updateTable('users').set({ section }).where('id', '=', id).execute(),
    );
  await setSection('boys');
  const caller = await signIn();
  const [own, moved] = await Promise.all(
    [1, 2].map(() =>
      set<Batch>('POST', '/batches', { batch_name: uniqueText(), program_id: 'QRN', section: 'boys' }),
    ),
  );
  let national = 3_100_000_000;
  const addStudent = (batch: Batch | undefined) =>
    repeatable('POST', '/students', {
      first_name: 'سعد',
      last_name: 'الراشد',
      national_id: String((national += 1)),
      batch_id: batch?.id,
    });
  const [student, movedStudent] = [addStudent(own), addStudent(moved)];
  await expectStoredResponses([student, movedStudent], caller);
  const subject = { subject_code: uniqueText(), name: uniqueText(), batch_id: own?.id };
  const { subject_code: code } = await set<Subject>('POST', '/subjects', subject);
  const { id: rowId } = (await student(caller)).body as unknown as Student;
  const [renamed, unchanged] = ['خالد', 'خالد'].map((first_name) =>
    repeatable('PUT', `/students/${rowId}`, { first_name }),
  ) as [Repeatable, Repeatable];
  const filter = repeatable('POST', '/saved-filters', {
    resource: 'students',
    name: uniqueText(),
    filter: {},
  });
  const circle = repeatable('POST', '/circles', { subject_code: code, name: uniqueText() });
  const divided = repeatable('POST', '/circles/divide', { subject_code: code, date: day });
  const suspended = repeatable('POST', '/students/status', {
    student_row_ids: [rowId],
    status: 'suspended',
    date: today,
  });
  await expectStoredResponses([renamed, unchanged, filter, circle, divided, suspended], caller);
  // The batch moves to the other section.
  await set('PUT', `/batches/${moved?.id}`, { section: 'girls' });
  await expectNoStoredResponses([movedStudent], caller);
  for (const call of [student, renamed, unchanged, filter, circle, divided, suspended])
    expect((await call(caller)).status).toBeLessThan(300);
  // The admin moves to the other section.
  await setSection('girls');
  await expectNoStoredResponses([student, renamed, unchanged, circle, divided, suspended], caller);
  expect((await filter(caller)).status).toBe(201);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Subject } from '../../contract/subjects';
import { dailyRecordType } from '../../contract/vocabulary';
import { addAccount } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { yieldToEventLoop } from '../support/eventLoop';
import { uniqueText } from '../support/sampleCalls';
import { newSheet, type Sheet } from '../support/sheet';
import { assignToTeacher2 } from '../support/teaching';

type As = 'admin' | 'teacher' | 'teacher2' | { token: string };

let server: TestApp;
/** `own`: a batch of `teacher`, with `foreignSubject` of `teacher2`. `foreign`: a batch of `teacher2`. */
let own: Sheet;
let foreign: Sheet;
let daily: string;
let foreignSubject: string;
/** Two students of `own` and one of `foreign`, each with an account. */
const people: { userId: number; number: string; as: { token: string } }[] = [];

async function subjectIn(batchId: number, type: string): Promise<string> {
  const body = { subject_code: uniqueText(), name: `مادة ${uniqueText()}`, batch_id: batchId, type };
  return (await server.call<Subject>('POST', '/subjects', { as: 'admin', body })).body.subject_code;
}

beforeAll(async () => {
  server = await startTestApp();
  own = await newSheet(server, 3);
  foreign = await newSheet(server, 2);
  daily = await subjectIn(own.batchId, dailyRecordType);
  foreignSubject = await subjectIn(own.batchId, dailyRecordType);
  await assignToTeacher2(server, foreignSubject);
  await assignToTeacher2(server, foreign.subjectCode);
  for (const student of [own.students[0], own.students[1], foreign.students[0]]) {
    const account = await addAccount(server, 'student', { student_row_id: Number(student?.id) });
    people.push({
      userId: account.id,
      number: String(student?.student_id),
      as: await account.signIn(),
    });
  }
});
afterAll(() => server.close());
beforeEach(yieldToEventLoop);

const person = (index: number) => people[index] as (typeof people)[number];
const get = (path: string, as: As, query: Record<string, unknown> = {}) =>
  server.call('GET', `/reports/${path}`, { as, query });

type Read = (as: As, student: { userId: number; number: string }) => ReturnType<typeof get>;
const ownBatchQuery = () => ({ batchName: own.batchName });
/** The calls about a student in a subject of the batch `own`. */
const studentReports: Record<string, Read> = {
  'own report': (as, { userId }) => get(`student/${userId}`, as),
  transcript: (as, { number }) => get(`transcript/${number}`, as, ownBatchQuery()),
  'grade in a subject': (as, { number }) =>
    get(`student-subject/${number}/${own.subjectCode}`, as, ownBatchQuery()),
  'daily log': (as, { number }) =>
    get(`daily-records/student-subject/${number}/${daily}`, as, ownBatchQuery()),
};
const reportCases = Object.entries(studentReports);

/** An unknown student without an account. */
const unknownStudent = { userId: 2_000_000_000, number: '00000000' };

describe.each(reportCases)('the %s of a student', (_name, read) => {
  test('the report is shown to the student; a classmate gets the same 404 response as for an unknown student', async () => {
    expect((await read(person(0).as, person(0))).status).toBe(200);
    const [ofClassmate, ofNobody] = [
      await read(person(0).as, person(1)),
      await read(person(0).as, unknownStudent),
    ];
    expect([ofClassmate.status, ofNobody.status]).toEqual([404, 404]);
    expect(ofClassmate.text).toBe(ofNobody.text);
  });

  test('the report is shown to a teacher of the batch and to admins', async () => {
    for (const as of ['teacher', 'admin'] as const) {
      expect((await read(as, person(0))).status).toBe(200);
      expect((await read(as, person(1))).status).toBe(200);
      expect((await read(as, unknownStudent)).status).toBe(404);
    }
  });
});

describe('a batch of another teacher', () => {
  const reads: Record<string, (as: As) => ReturnType<typeof get>> = {
    'the report of a student': (as) => get(`student/${person(2).userId}`, as),
    'a transcript': (as) => get(`transcript/${person(2).number}`, as, { batchName: foreign.batchName }),
    'a grade': (as) =>
      get(`student-subject/${person(2).number}/${foreign.subjectCode}`, as, { batchName: foreign.batchName }),
    'the sheet of a subject': (as) =>
      get(`subject/${foreign.subjectCode}`, as, { batchName: foreign.batchName }),
  };
  test.each(Object.entries(reads))(
    "a teacher cannot load %s of another teacher's batch; the other teacher can",
    async (_name, read) => {
      expect((await read('teacher2')).status).toBe(200);
      const hidden = await read('teacher');
      const notFoundResponse = await get('student/2000000000', 'teacher');
      expect([hidden.status, hidden.text]).toEqual([404, notFoundResponse.text]);
    },
  );
});

describe("a subject of another teacher in a teacher's own batch", () => {
  const range = () => ({ ...ownBatchQuery(), startDate: '2026-11-01', endDate: '2026-11-30' });
  const reads: Record<string, (as: As, code: string) => ReturnType<typeof get>> = {
    'the sheet': (as, code) => get(`subject/${code}`, as, ownBatchQuery()),
    'a grade': (as, code) => get(`student-subject/${person(0).number}/${code}`, as, ownBatchQuery()),
    'a daily log': (as, code) =>
      get(`daily-records/student-subject/${person(0).number}/${code}`, as, ownBatchQuery()),
    'the records of a range': (as, code) => get('daily-records/range', as, { ...range(), subjectCode: code }),
  };
  test.each(Object.entries(reads))(
    "a teacher cannot load %s of another teacher's subject, but can load it for his own subject",
    async (_name, read) => {
      expect((await read('teacher', daily)).status).toBe(200);
      expect((await read('teacher2', foreignSubject)).status).toBe(200);
      expect((await read('teacher', foreignSubject)).status).toBe(404);
    },
  );

  test('a teacher still gets the transcript, which lists all subjects of the batch', async () => {
    const { status, body } = await get(`transcript/${person(0).number}`, 'teacher', ownBatchQuery());
    expect(status).toBe(200);
    const codes = (body['transcript'] as { subjectCode: string }[]).map(({ subjectCode }) => subjectCode);
    expect(codes.toSorted()).toEqual([own.subjectCode, daily, foreignSubject].toSorted());
  });
});

test('a batch without the student or the subject answers 404', async () => {
  const { number } = person(0);
  const reads = [
    (batchName: string) => get(`transcript/${number}`, 'admin', { batchName }),
    (batchName: string) => get(`student-subject/${number}/${own.subjectCode}`, 'admin', { batchName }),
    (batchName: string) => get(`subject/${own.subjectCode}`, 'admin', { batchName }),
    (batchName: string) =>
      get('daily-records/range', 'admin', {
        batchName,
        subjectCode: daily,
        studentId: number,
        startDate: '2026-11-01',
        endDate: '2026-11-30',
      }),
  ];
  for (const read of reads) {
    expect((await read(own.batchName)).status).toBe(200);
    expect((await read(foreign.batchName)).status).toBe(404);
    expect((await read('لا توجد')).status).toBe(404);
    expect((await read('')).status).toBe(404);
  }
});

test('a student is not shown a subject of another batch', async () => {
  const { number, as } = person(0);
  const read = (code: string, batchName: string) =>
    get(`student-subject/${number}/${code}`, as, { batchName });
  expect((await read(own.subjectCode, own.batchName)).status).toBe(200);
  expect((await read(foreign.subjectCode, foreign.batchName)).status).toBe(404);
  expect((await read(foreign.subjectCode, own.batchName)).status).toBe(404);
});

test('an account without a student has no report, not even its own', async () => {
  const account = await addAccount(server, 'student');
  const as = await account.signIn();
  expect((await get(`student/${account.id}`, as)).status).toBe(404);
  expect((await get(`student/${account.id}`, 'admin')).status).toBe(404);
  expect((await get(`student/${person(0).userId}`, as)).status).toBe(404);
});

test('a student who changes the batch is found only in the new one', async () => {
  const leaving = own.students[2];
  const read = async (batchName: string, as: As) =>
    (await get(`transcript/${leaving?.student_id}`, as, { batchName })).status;
  expect([await read(own.batchName, 'teacher'), await read(foreign.batchName, 'teacher2')]).toEqual([
    200, 404,
  ]);
  const body = { batch_id: foreign.batchId };
  expect((await server.call('PUT', `/students/${leaving?.id}`, { as: 'admin', body })).status).toBe(200);
  expect([await read(own.batchName, 'teacher'), await read(foreign.batchName, 'teacher2')]).toEqual([
    404, 200,
  ]);
});

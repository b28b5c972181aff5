import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Batch } from '../../contract/batches';
import type { SubjectTeacher } from '../../contract/accounts/teachers';
import { dailyRecordType, type SubjectType } from '../../contract/vocabulary';
import { addAccount, setTeacherScope } from '../support/accounts';
import { assignmentCalls } from '../support/assignmentCalls';
import { startTestApp, type TestApp } from '../support/app';
import { yieldToEventLoop } from '../support/eventLoop';
import { newBatch, newStudent, newUser, uniqueText } from '../support/sampleCalls';
import { absent, recordCalls, registerCalls } from '../support/teaching';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(yieldToEventLoop);

const admin = 'admin' as const;
const day = '2026-11-02';

/** A subject in a new batch with one student, an absence, an assignment, and a mark or a daily record. */
async function newScene(type?: SubjectType) {
  const batch = await newBatch(server);
  const { student_id: studentId, id } = await newStudent(server);
  await server.call('PUT', `/students/${id}`, { as: admin, body: { batch_id: batch.id } });
  const body = {
    subject_code: uniqueText(),
    name: `مادة ${uniqueText()}`,
    batch_id: batch.id,
    type,
  };
  const { body: subject } = await server.call<{ id: number; subject_code: string; batch_name: string }>(
    'POST',
    '/subjects',
    { as: admin, body },
  );
  const sheetParams = { batchName: batch.batch_name, subjectCode: subject.subject_code };
  const grades = [{ studentId, testGrade: 40 }];
  if (!type) await server.call('POST', '/grades/save', { as: admin, body: { ...sheetParams, grades } });
  await registerCalls(server, subject).record(day, [absent(studentId)]);
  if (type) await recordCalls(server, subject).save(day, [{ studentId, recordContent: 'سورة الملك' }]);
  const assignment = { subject_id: subject.id, title: 'واجب', is_published: true };
  const { body: newAssignment } = await assignmentCalls(server).create(assignment);
  return { batch, subject, studentId, assignmentId: newAssignment.id };
}
type Scene = Awaited<ReturnType<typeof newScene>>;
type By = { token: string };

const path = ({ batch_name }: Batch, code: string) =>
  `${encodeURIComponent(batch_name)}/${encodeURIComponent(code)}`;
const read = async (at: string, as: By, query: Record<string, unknown> = {}) =>
  (await server.call('GET', at, { as, query })).status;
const inBatch = ({ batch }: Scene) => ({ batchName: batch.batch_name });

/** Returns for each part the answers about the subject: 200 or 404, or whether the list has it. */
const parts: Record<string, (scene: Scene, as: By) => Promise<unknown[]>> = {
  grades: async ({ batch, subject, studentId }, as) => [
    await read(`/grades/${path(batch, subject.subject_code)}`, as),
    await read(`/grades/statistics/${path(batch, subject.subject_code)}`, as),
    (
      await server.call('POST', '/grades/save', {
        as,
        body: {
          batchName: batch.batch_name,
          subjectCode: subject.subject_code,
          grades: [{ studentId, testGrade: 41 }],
        },
      })
    ).status,
  ],
  absences: async ({ subject }, as) => {
    const calls = registerCalls(server, subject);
    return [(await calls.day(day, as)).status, (await calls.record('2026-11-03', [], as)).status];
  },
  'daily records': async ({ subject, studentId }, as) => {
    const calls = recordCalls(server, subject);
    const rows = [{ studentId, recordContent: `سورة ${uniqueText()}` }];
    return [(await calls.day(day, as)).status, (await calls.save('2026-11-04', rows, as)).status];
  },
  reports: async (scene, as) => [
    await read(`/reports/subject/${scene.subject.subject_code}`, as, inBatch(scene)),
    await read(
      `/reports/student-subject/${scene.studentId}/${scene.subject.subject_code}`,
      as,
      inBatch(scene),
    ),
    await read(`/reports/transcript/${scene.studentId}`, as, inBatch(scene)),
    await read('/reports/daily-records/range', as, {
      ...inBatch(scene),
      subjectCode: scene.subject.subject_code,
      startDate: day,
      endDate: day,
    }),
  ],
  assignments: async ({ subject, assignmentId }, as) => {
    const calls = assignmentCalls(server);
    return [
      (await calls.ofSubject(subject.id, as)).status,
      (await calls.get(assignmentId, as)).status,
      (await calls.update(assignmentId, { title: `واجب ${uniqueText()}` }, as)).status,
    ];
  },
};
const listings: typeof parts = {
  search: async ({ subject, studentId }, as) => {
    const isFound = async (q: string) =>
      (await server.call('GET', '/search', { as, query: { q } })).text.includes(q);
    return [await isFound(subject.subject_code), await isFound(studentId)];
  },
  lists: async ({ batch, subject, studentId }, as) => {
    const isListed = async (at: string, text: string) =>
      (await server.call('GET', at, { as })).text.includes(JSON.stringify(text));
    return [
      await isListed('/batches', batch.batch_name),
      await isListed('/subjects', subject.subject_code),
      await isListed('/students', studentId),
    ];
  },
};
const partCases = [
  ...Object.entries(parts).map(([name, readPart]) => [name, readPart, 200, 404] as const),
  ...Object.entries(listings).map(([name, readPart]) => [name, readPart, true, false] as const),
];

const assignTeacher = async ({ subject }: Scene, teacherId: number) => {
  const body = { subject_code: subject.subject_code, teacher_id: teacherId };
  const { body: link } = await server.call<SubjectTeacher>('POST', '/subject-teachers', { as: admin, body });
  return () => server.call('DELETE', `/subject-teachers/${link.id}`, { as: admin });
};

/** Only subjects of this type have daily records. */
const daily = ['daily records', 'reports'];

describe.each(partCases)('%s of a subject', (part, readPart, visible, hidden) => {
  const setUp = async () => {
    const scene = await newScene(daily.includes(part) ? dailyRecordType : undefined);
    const teacher = await addAccount(server, 'teacher');
    const caller = await teacher.signIn();
    /** Returns the distinct answers of all calls of the part. */
    const answers = async () => [...new Set(await readPart(scene, caller))];
    return { scene, teacher, answers };
  };

  test('under "linked" the records are visible to a teacher from the next request after the link, until its removal', async () => {
    const { scene, teacher, answers } = await setUp();
    await setTeacherScope(server.data, 'linked');
    expect(await answers()).toEqual([hidden]);
    const take = await assignTeacher(scene, teacher.id);
    expect(await answers()).toEqual([visible]);
    await take();
    expect(await answers()).toEqual([hidden]);
  });

  test('by default the records are also visible to a teacher while the subject has no teacher', async () => {
    const { scene, teacher, answers } = await setUp();
    await setTeacherScope(server.data, 'linked_or_open');
    expect(await answers()).toEqual([visible]);
    const unassignOther = await assignTeacher(scene, (await newUser(server, 'teacher')).id);
    expect(await answers()).toEqual([hidden]);
    const take = await assignTeacher(scene, teacher.id);
    expect(await answers()).toEqual([visible]);
    await take();
    expect(await answers()).toEqual([hidden]);
    await unassignOther();
    expect(await answers()).toEqual([visible]);
  });
});

test('the stats of the dashboard follow the scope from the next request', async () => {
  const [scene, teacher] = [await newScene(), await addAccount(server, 'teacher')];
  const as = await teacher.signIn();
  const stats = async () => {
    const { body } = await server.call('GET', '/dashboard/stats', { as });
    return [body['subjects'], body['students'], body['programs']];
  };
  await setTeacherScope(server.data, 'linked');
  expect(await stats()).toEqual([0, 0, 0]);
  const take = await assignTeacher(scene, teacher.id);
  expect(await stats()).toEqual([1, 1, 1]);
  await take();
  expect(await stats()).toEqual([0, 0, 0]);

  await setTeacherScope(server.data, 'linked_or_open');
  const [open] = await stats();
  const unassignOther = await assignTeacher(scene, (await newUser(server, 'teacher')).id);
  expect((await stats())[0]).toBe(Number(open) - 1);
  await assignTeacher(scene, teacher.id);
  expect((await stats())[0]).toBe(open);
  await unassignOther();
  expect((await stats())[0]).toBe(open);
});

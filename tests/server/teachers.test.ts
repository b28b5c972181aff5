import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Subject } from '../../contract/subjects';
import type { SubjectTeacher, Teacher } from '../../contract/accounts/teachers';
import { addAccount, setTeacherScope } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { newSubject, newUser, uniqueText } from '../support/sampleCalls';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const as = 'admin' as const;
const assign = (subject: { subject_code: string }, teacher: { id: number }) =>
  server.call<SubjectTeacher>('POST', '/subject-teachers', {
    as,
    body: { subject_code: subject.subject_code, teacher_id: teacher.id },
  });
const subjectsOf = async (id: number, by: Parameters<TestApp['call']>[2] = { as }) =>
  (await server.call<SubjectTeacher[]>('GET', `/subject-teachers/teacher/${id}`, by)).body;

test('a subject is assigned to a teacher, is listed for that teacher, and is unassigned again', async () => {
  const subject = await newSubject(server);
  const teacher = await newUser(server, 'teacher');
  const { status, body } = await assign(subject, teacher);
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(Number),
    subject_code: subject.subject_code,
    teacher_id: teacher.id,
    subject_name: subject.name,
    batch_name: subject.batch_name,
    level: subject.level,
    subject_id: subject.id,
    hours: subject.hours,
    type: subject.type,
  });
  expect(await subjectsOf(teacher.id)).toEqual([body]);
  expect(await server.call('DELETE', `/subject-teachers/${body.id}`, { as })).toMatchObject({
    status: 200,
    body: { message: 'تم إلغاء إسناد المادة' },
  });
  expect(await subjectsOf(teacher.id)).toEqual([]);
  expect((await server.call('DELETE', `/subject-teachers/${body.id}`, { as })).status).toBe(404);
});

test('a repeated assignment, an unknown subject, and a user other than an active teacher are refused', async () => {
  const subject = await newSubject(server);
  const teacher = await newUser(server, 'teacher');
  await assign(subject, teacher);
  expect(await assign(subject, teacher)).toMatchObject({
    status: 409,
    body: { code: 'DUPLICATE', error: 'المادة مسندة إلى هذا المعلم من قبل' },
  });
  expect(await assign({ subject_code: 'NONE-1' }, teacher)).toMatchObject({
    status: 422,
    body: { details: [{ path: 'subject_code', message: 'المادة المحددة غير موجودة' }] },
  });
  const disabled = await addAccount(server, 'teacher', { is_active: 0 });
  for (const other of [await newUser(server, 'student'), disabled, { id: 999_999 }])
    expect(await assign(subject, other)).toMatchObject({
      status: 422,
      body: { details: [{ path: 'teacher_id', message: 'المعلم المحدد غير موجود' }] },
    });
});

test('teachers can read only their own subjects', async () => {
  const teacher = await addAccount(server, 'teacher');
  const caller = { as: await teacher.signIn() };
  await assign(await newSubject(server), teacher);
  expect(await subjectsOf(teacher.id, caller)).toHaveLength(1);
  const other = await newUser(server, 'teacher');
  const foreignResponse = await server.call('GET', `/subject-teachers/teacher/${other.id}`, caller);
  expect(foreignResponse.status).toBe(404);
  expect(foreignResponse.text).toBe(
    (await server.call('GET', '/subject-teachers/teacher/999999', caller)).text,
  );
  expect((await server.call('GET', '/subject-teachers/teacher/999999', { as })).status).toBe(404);
});

describe('several subjects at once', () => {
  const assignMany = (subject_codes: string[], teacher_id: number) =>
    server.call('POST', '/subject-teachers/many', { as, body: { subject_codes, teacher_id } });

  test('several subjects are assigned as one operation; earlier subjects of the teacher stay', async () => {
    const subjects = [await newSubject(server), await newSubject(server), await newSubject(server)];
    const codes = subjects.map(({ subject_code }) => subject_code);
    const teacher = await newUser(server, 'teacher');
    await assign(subjects[0] as Subject, teacher);
    expect(await assignMany([...codes, codes[1] as string], teacher.id)).toMatchObject({
      status: 200,
      body: { success: true, assigned: 2 },
    });
    expect((await subjectsOf(teacher.id)).map((link) => link.subject_code).toSorted()).toEqual(
      codes.toSorted(),
    );
    const last = await server.data.read
      .selectFrom('operations')
      .select('rows_count')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(last.rows_count).toBe(2);
    expect(await assignMany(codes, teacher.id)).toMatchObject({ status: 200, body: { assigned: 0 } });
  });

  test('several subjects are all refused if one is unknown, and the answer has its code', async () => {
    const { subject_code } = await newSubject(server);
    const teacher = await newUser(server, 'teacher');
    expect(await assignMany([subject_code, 'NONE-1'], teacher.id)).toMatchObject({
      status: 422,
      body: { details: [{ path: 'subject_codes.1' }] },
    });
    expect(await subjectsOf(teacher.id)).toEqual([]);
  });
});

test('the list of teachers can be searched, shows counts, and contains only teachers', async () => {
  const name = `خديجة ${uniqueText()}`;
  const { body: teacher } = await server.call<{ id: number }>('POST', '/users', {
    as,
    body: { username: uniqueText(), name },
  });
  await server.call('POST', '/users', { as, body: { username: uniqueText(), name, role: 'student' } });
  await assign(await newSubject(server), teacher);
  await assign(await newSubject(server), teacher);
  const query = { range: [0, 9], sort: ['name', 'ASC'], filter: { q: name.replace('ة', 'ه') } };
  const answer = await server.call<Teacher[]>('GET', '/teachers', { as, query });
  expect(answer.headers['content-range']).toBe('teachers 0-0/1');
  expect(answer.body).toMatchObject([{ id: teacher.id, name, is_active: true, subjects_count: 2, hours: 6 }]);
});

test('subjects are filtered by teacher', async () => {
  const [mine, open] = [await newSubject(server), await newSubject(server)];
  const teacher = await newUser(server, 'teacher');
  await assign(mine, teacher);
  const ids = async (filter: object) => {
    const query = { range: [0, 99], filter: { ...filter, ids: [mine.id, open.id] } };
    return (await server.call<Subject[]>('GET', '/subjects', { as, query })).body.map(({ id }) => id);
  };
  expect(await ids({ taught_by: teacher.id })).toEqual([mine.id]);
  expect(await ids({ not_taught_by: teacher.id })).toEqual([open.id]);
  expect(await ids({ has_teacher: true })).toEqual([mine.id]);
  expect(await ids({ has_teacher: false })).toEqual([open.id]);
});

describe('the scope of a teacher', () => {
  const setUp = async () => {
    const [mine, foreign, open] = [
      await newSubject(server),
      await newSubject(server),
      await newSubject(server),
    ];
    const teacher = await addAccount(server, 'teacher');
    const caller = { as: await teacher.signIn() };
    await assign(foreign, await newUser(server, 'teacher'));
    const visibleIndexes = async () => {
      const query = { range: [0, 99], sort: ['id', 'ASC'], filter: { ids: [mine.id, foreign.id, open.id] } };
      const { body } = await server.call<Subject[]>('GET', '/subjects', { ...caller, query });
      return body.map(({ id }) => [mine, foreign, open].findIndex((subject) => subject.id === id));
    };
    return { mine, teacher, visiblePlaces: visibleIndexes };
  };

  test('the scope under "linked" has the linked subjects, from the moment of the link', async () => {
    const { mine, teacher, visiblePlaces } = await setUp();
    await setTeacherScope(server.data, 'linked');
    expect(await visiblePlaces()).toEqual([]);
    const { body } = await assign(mine, teacher);
    expect(await visiblePlaces()).toEqual([0]);
    await server.call('DELETE', `/subject-teachers/${body.id}`, { as });
    expect(await visiblePlaces()).toEqual([]);
  });

  test('the scope under "linked_or_open" also has subjects without a teacher', async () => {
    const { mine, teacher, visiblePlaces } = await setUp();
    await setTeacherScope(server.data, 'linked_or_open');
    expect(await visiblePlaces()).toEqual([0, 2]);
    const { body } = await assign(mine, await newUser(server, 'teacher'));
    expect(await visiblePlaces()).toEqual([2]);
    await assign(mine, teacher);
    expect(await visiblePlaces()).toEqual([0, 2]);
    await server.call('DELETE', `/subject-teachers/${body.id}`, { as });
    expect(await visiblePlaces()).toEqual([0, 2]);
  });

  test('the scope under "all" is the whole institute, as soon as an admin saves the setting', async () => {
    const { visiblePlaces } = await setUp();
    for (const [teacher_scope, expected] of [
      ['linked', []],
      ['all', [0, 1, 2]],
      ['linked_or_open', [0, 2]],
    ] as const) {
      expect((await server.call('PUT', '/settings', { as, body: { teacher_scope } })).status).toBe(200);
      expect(await visiblePlaces()).toEqual(expected);
    }
  });
});

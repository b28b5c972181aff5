import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { conflictMessages, ruleMessages } from '../../contract/errors';
import { markMessages } from '../../contract/rules/markMessages';
import type { GradeRow } from '../../contract/grades';
import { startTestApp, type TestApp } from '../support/app';
import { yieldToEventLoop } from '../support/eventLoop';
import { newSheet, type Sheet } from '../support/sheet';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ poolSize: 10 });
});
afterAll(() => server.close());
beforeEach(yieldToEventLoop);

let sheet: Sheet;
beforeEach(async () => {
  sheet = await newSheet(server);
});

const nameOf = (index: number) => String(sheet.students[index]?.full_name);
const put = (index: number, body: object) =>
  server.call('PUT', `/students/${sheet.students[index]?.id}`, { as: 'admin', body });
const undoLatest = (session: string) =>
  server.call('POST', '/undo/latest', { as: 'admin', headers: { 'x-session-id': session } });

describe('two teachers on one sheet', () => {
  test('two teachers both save if they change different students', async () => {
    expect((await sheet.save([sheet.sentRow(0, { testGrade: 30 }, 0)], 'teacher')).status).toBe(200);
    expect((await sheet.save([sheet.sentRow(1, { testGrade: 31 }, 0)], 'teacher2')).status).toBe(200);
    expect((await sheet.rows()).map(({ testGrade }) => testGrade)).toEqual([30, 31, null]);
  });

  test('two teachers change one student: the second gets a conflict with the current row, and the whole save is refused', async () => {
    await sheet.save(
      [sheet.sentRow(0, { testGrade: 30 }, 0), sheet.sentRow(2, { testGrade: 10 }, 0)],
      'teacher',
    );
    const answer = await sheet.save(
      [sheet.sentRow(0, { testGrade: 33 }, 0), sheet.sentRow(1, { testGrade: 31 }, 0)],
      'teacher2',
    );
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'STALE', error: ruleMessages.staleSheet, current: [await sheet.row(0)] },
    });
    expect((await sheet.rows()).map(({ testGrade }) => testGrade)).toEqual([30, null, 10]);
    const again = await sheet.save(
      [sheet.sentRow(0, { testGrade: 33 }, 1), sheet.sentRow(1, { testGrade: 31 }, 0)],
      'teacher2',
    );
    expect(again.status).toBe(200);
    expect((await sheet.rows()).map(({ testGrade }) => testGrade)).toEqual([33, 31, 10]);
  });

  test('a save without versions writes only the changed cells', async () => {
    await sheet.save([sheet.sentRow(0, { testGrade: 30 })], 'teacher');
    expect((await sheet.save([sheet.sentRow(0, { readingGrade: 4 })], 'teacher2')).status).toBe(200);
    expect(await sheet.row(0)).toMatchObject({ testGrade: 30, readingGrade: 4, version: 2 });
  });

  test('a save of a deleted row gets a conflict', async () => {
    const session = 'rows that are gone';
    await sheet.save([sheet.sentRow(0, { testGrade: 30 }, 0)], 'admin', { 'x-session-id': session });
    expect((await undoLatest(session)).status).toBe(200);
    const answer = await sheet.save([sheet.sentRow(0, { testGrade: 33 }, 1)]);
    expect(answer).toMatchObject({ status: 409, body: { current: [{ testGrade: null, version: 0 }] } });
    expect((await sheet.save([sheet.sentRow(0, { testGrade: 33 }, 0)])).status).toBe(200);
  });
});

test('a save for a student who was moved in between gets a message, and the other rows are unchanged', async () => {
  const other = await newSheet(server, 1);
  await sheet.save([sheet.sentRow(0, { testGrade: 30 }), sheet.sentRow(1, { testGrade: 31 })]);
  expect((await put(0, { batch_id: other.batchId })).status).toBe(200);
  const saveResponse = await sheet.save([
    sheet.sentRow(0, { testGrade: 40 }, 1),
    sheet.sentRow(1, { testGrade: 41 }, 1),
  ]);
  expect(saveResponse).toMatchObject({
    status: 422,
    body: {
      error: ruleMessages.offRoster,
      details: [{ path: 'grades.0.studentId', message: ruleMessages.offRoster }],
    },
  });
  expect(await sheet.row(1)).toMatchObject({ testGrade: 31, version: 1 });
  expect((await sheet.save([sheet.sentRow(1, { testGrade: 41 }, 1)])).status).toBe(200);
  await put(0, { batch_id: sheet.batchId });
  expect(await sheet.row(0)).toMatchObject({ testGrade: 30, version: 1 });
});

describe('settings of a sheet with marks', () => {
  beforeEach(async () => {
    await sheet.configure({});
    await sheet.save([
      sheet.sentRow(0, { testGrade: 40, readingGrade: 5 }),
      sheet.sentRow(1, { testGrade: 45.5 }),
    ]);
  });

  test('settings with a maximum below a mark are refused, listing the students; equal to the mark they are accepted', async () => {
    const answer = await sheet.configure({ testMax: 39.5, readingMax: 4 });
    const expectedMessage = (index: number, column: string, mark: number) =>
      markMessages.withStudent(nameOf(index), markMessages.withMark(column, mark));
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'HAS_DEPENDENTS',
        error: ruleMessages.maxBelowMarks,
        details: [
          { path: 'readingMax', message: expectedMessage(0, 'القراءة', 5) },
          { path: 'testMax', message: expectedMessage(0, 'الاختبار', 40) },
          { path: 'testMax', message: expectedMessage(1, 'الاختبار', 45.5) },
        ],
      },
    });
    expect((await sheet.save([sheet.sentRow(2, { testGrade: 50 })])).status).toBe(200);
    expect((await sheet.configure({ testMax: 50 })).status).toBe(200);
    await sheet.save([sheet.sentRow(2, { testGrade: null })]);
    expect((await sheet.configure({ testMax: 45.5 })).status).toBe(200);
  });

  test('a refusal lists at most twenty students', async () => {
    const large = await newSheet(server, 25);
    await large.save(large.students.map((_, index) => large.sentRow(index, { testGrade: 50 })));
    const { status, body } = await large.configure({ testMax: 40 });
    expect(status).toBe(409);
    expect(body['details']).toHaveLength(20);
  });

  test('settings that disable a column hide its marks in rows, totals and stats, but keep them', async () => {
    await sheet.save([sheet.sentRow(0, { participationGrade: 10, attendanceGrade: 30, exerciseGrade: 5 })]);
    expect(await sheet.row(0)).toMatchObject({ total: 90, grade: 'أ' });
    const disabled = { testEnabled: false, testMax: 20 };
    expect((await sheet.configure(disabled)).status).toBe(200);
    expect(await sheet.row(0)).toMatchObject({ testGrade: null, total: 50, grade: '+أ' });
    expect(await sheet.statistics()).toMatchObject({ studentsCount: 1, average: 100 });
    expect((await sheet.history(0)).map(({ column }) => column)).not.toContain('test');

    // A missing mark is no change. A mark in the disabled column is refused.
    expect((await sheet.save([sheet.sentRow(0, { testGrade: null, readingGrade: 4 })])).status).toBe(200);
    const message = markMessages.withStudent(nameOf(0), markMessages.columnDisabled('الاختبار'));
    expect(await sheet.save([sheet.sentRow(0, { testGrade: 12 })])).toMatchObject({
      status: 422,
      body: { details: [{ path: 'grades.0.testGrade', message }] },
    });

    // The maximum of an enabled column may not be below the stored marks.
    expect((await sheet.configure({ testMax: 20 })).status).toBe(409);
    expect((await sheet.configure({})).status).toBe(200);
    expect(await sheet.row(0)).toMatchObject({ testGrade: 40, total: 89, grade: '+ب' });
  });
});

describe('the history of a student', () => {
  test('the history lists each change of a mark with user and time, newest first, including undos', async () => {
    const session = 'history';
    await sheet.save(
      [sheet.sentRow(0, { testGrade: 30, readingGrade: 5 }), sheet.sentRow(1, { testGrade: 1 })],
      'teacher',
    );
    await sheet.save([sheet.sentRow(0, { testGrade: 35.5 })], 'admin', { 'x-session-id': session });
    await undoLatest(session);
    const changes = await sheet.history(0);
    expect(changes).toEqual([
      change('test', 35.5, 30, 'admin', true),
      change('test', 30, 35.5, 'admin', false),
      change('reading', null, 5, 'teacher', false),
      change('test', null, 30, 'teacher', false),
    ]);
    expect(await sheet.history(2)).toEqual([]);
  });

  test('the history includes the deletion of the student', async () => {
    await sheet.save([sheet.sentRow(0, { testGrade: 30 })], 'teacher');
    const as = 'admin';
    await server.call('DELETE', `/students/${sheet.students[0]?.id}`, { as });
    const { body } = await server.call<{ data: { id: number }[] }>('GET', '/archive/deleted-records', { as });
    const restoreResponse = await server.call('POST', `/archive/restore/${body.data[0]?.id}`, { as });
    expect(restoreResponse.status, restoreResponse.text).toBe(200);
    expect(await sheet.history(0)).toEqual([
      change('test', null, 30, 'admin', true),
      change('test', 30, null, 'admin', false),
      change('test', null, 30, 'teacher', false),
    ]);
  });

  test('the history of a student of another batch answers 404', async () => {
    const other = await newSheet(server, 1);
    const path = `/grades/history/${encodeURIComponent(sheet.batchName)}/${sheet.subjectCode}`;
    const statusOf = async (number: unknown) =>
      (await server.call('GET', `${path}/${String(number)}`, { as: 'teacher' })).status;
    expect(await statusOf(sheet.students[0]?.student_id)).toBe(200);
    expect(await statusOf(other.students[0]?.student_id)).toBe(404);
    expect(await statusOf('nobody')).toBe(404);
  });

  test('the history has at most 200 changes', async () => {
    const actor = { userId: null, name: 'tests', role: 'admin', undoSession: null };
    await sheet.save([sheet.sentRow(0, { testGrade: 0 })]);
    const { id } = await server.data.read
      .selectFrom('grades')
      .select('id')
      .where('subject_id', '=', sheet.subjectId)
      .executeTakeFirstOrThrow();
    for (let round = 1; round <= 210; round += 1)
      await server.data.write(actor, async (unit) => {
        unit.describe('update', 'grades', null, 'tests');
        await unit.update('grades', id, { test: round % 100 });
      });
    const changes = await sheet.history(0);
    expect(changes).toHaveLength(200);
    expect(changes[0]).toMatchObject({ from: 9, to: 10 });
  });

  const change = (
    column: string,
    from: number | null,
    to: number | null,
    role: string,
    is_undo: boolean,
  ) => ({
    column,
    from,
    to,
    user_name: expect.any(String),
    user_role: role,
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    is_undo,
  });
});

describe('the undo of a save', () => {
  const session = { 'x-session-id': 'marks' };

  test('the undo is refused with the student and the subject whose mark has changed since', async () => {
    await sheet.save([sheet.sentRow(0, { testGrade: 30 })], 'admin', session);
    await sheet.save([sheet.sentRow(0, { testGrade: 35 })], 'teacher');
    const answer = await undoLatest('marks');
    const what = conflictMessages.withSubject(nameOf(0), sheet.subjectName);
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'UNDO_CONFLICT',
        error: expect.stringContaining(`${conflictMessages.changed(what)}: عدّله `),
      },
    });
    expect((await sheet.row(0)).testGrade).toBe(35);
  });

  test('the undo is refused with both names also if a daily record has changed since', async () => {
    const actor = { userId: 1, name: 'tests', role: 'admin', undoSession: 'records' };
    const { id } = await server.data.write(actor, async (unit) => {
      unit.describe('create', 'daily_records', null, 'tests');
      const ids = { subject_id: sheet.subjectId, student_row_id: Number(sheet.students[1]?.id) };
      const empty = { pages_count: 2, performance_level: null, mistakes_count: null, teacher_notes: null };
      return unit.insert('daily_records', {
        ...ids,
        date: '2026-11-01',
        record_content: 'ورد',
        kind: 'new',
        result: 'accepted',
        ...empty,
      });
    });
    await server.data.write({ ...actor, undoSession: null }, async (unit) => {
      unit.describe('update', 'daily_records', null, 'tests');
      await unit.update('daily_records', id, { pages_count: 3 });
    });
    const what = conflictMessages.withSubject(nameOf(1), sheet.subjectName);
    expect(await undoLatest('records')).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining(`${conflictMessages.changed(what)}: عدّله `) },
    });
  });

  test('the undo is refused if the mark would exceed a maximum that was lowered since', async () => {
    await sheet.save([sheet.sentRow(0, { testGrade: 45 })]);
    await sheet.save([sheet.sentRow(0, { testGrade: 30 })], 'admin', session);
    expect((await sheet.configure({ testMax: 40 })).status).toBe(200);
    const message = markMessages.withStudent(nameOf(0), markMessages.withMark('الاختبار', 45));
    expect(await undoLatest('marks')).toMatchObject({
      status: 409,
      body: { error: ruleMessages.maxBelowMarks, details: [{ path: 'testMax', message }] },
    });
    expect((await sheet.configure({ testMax: 45 })).status).toBe(200);
    expect((await undoLatest('marks')).status).toBe(200);
    expect((await sheet.row(0)).testGrade).toBe(45);
  });
});

test('fifty concurrent saves are each applied or get a conflict, and no acknowledged save is lost', async () => {
  const large = await newSheet(server, 8);
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const columns = ['participationGrade', 'exerciseGrade', 'readingGrade', 'testGrade'] as const;
  /** The row after the last acknowledged save, for each version. */
  const written = new Map<string, GradeRow>();
  const outcomes = { saved: 0, stale: 0 };

  const saver = async (person: number) => {
    for (let round = 0; round < 4; round += 1) {
      const indexes = [random(8), random(8)].filter((index, at, all) => all.indexOf(index) === at);
      const now = await large.rows();
      const grades = indexes.map((index) => {
        const version = now.find(
          ({ studentId }) => studentId === large.sentRow(index, {}).studentId,
        )?.version;
        return large.sentRow(index, { [String(columns[random(4)])]: random(11) / 2 }, version);
      });
      const answer = await large.save(grades, person % 2 === 0 ? 'teacher' : 'admin');
      expect([200, 409], answer.text).toContain(answer.status);
      outcomes[answer.status === 200 ? 'saved' : 'stale'] += 1;
      if (answer.status !== 200) continue;
      for (const row of answer.body['grades'] as GradeRow[]) {
        const key = `${row.studentId} ${row.version}`;
        // A save of the stored values answers the stored version.
        expect(row).toEqual(written.get(key) ?? row);
        written.set(key, row);
      }
    }
  };
  await Promise.all(Array.from({ length: 50 }, (_, person) => saver(person)));

  expect(outcomes.saved + outcomes.stale).toBe(200);
  expect(outcomes.saved).toBeGreaterThan(8);
  for (const row of await large.rows()) {
    // The stored version is the last one, and each version up to it was acknowledged.
    for (let version = 1; version <= row.version; version += 1)
      expect(written.has(`${row.studentId} ${version}`), `${row.studentName} ${version}`).toBe(true);
    expect(written.get(`${row.studentId} ${row.version}`) ?? { ...row, version: 0 }).toEqual(row);
  }
});

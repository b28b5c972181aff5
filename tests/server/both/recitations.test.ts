import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DailyRecord } from '../../../contract/dailyRecords';
import type { HifzMap } from '../../../contract/hifz/map';
import { startTestApp, type TestApp } from '../../support/app';
import { dump } from '../../support/database';
import { assignToTeacher2, newDailySubject, recordCalls } from '../../support/teaching';
import { newStudent } from '../../support/sampleCalls';

const day = '2026-11-19';
const headers = { 'x-session-id': 'recitations' };
const morning = { from: '78:1', to: '78:10' };
const afternoon = { from: '78:11', to: '78:20' };
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: () => new Date('2026-11-20T09:00:00Z') });
});
afterAll(() => server.close());

let records: ReturnType<typeof recordCalls>;
let student: string;
beforeEach(async () => {
  records = recordCalls(server, await newDailySubject(server));
  student = (await newStudent(server)).student_id;
});

const loadRow = async (query: object = {}): Promise<DailyRecord> => {
  const { body } = await records.day(day, 'admin', { ...query });
  const row = body.records.find(({ studentId }) => studentId === student);
  if (!row) throw new Error('the student has no row');
  return row;
};
const save = (row: object) => records.save(day, [{ studentId: student, ...row }]);
const addRecitation = (body: object) => records.again(day, { studentId: student, kind: 'new', ...body });
const twoRecitations = async () => {
  const first = await save({
    ranges: [morning],
    faults: [{ kind: 'major', ayah: '78:2', count: 2 }],
    performanceLevel: 'جيد',
  });
  expect(first.status, first.text).toBe(200);
  const second = await addRecitation({
    ranges: [afternoon],
    faults: [{ kind: 'prompt', count: 1 }],
    result: 'repeat',
    performanceLevel: 'ضعيف',
    notes: 'بعد العصر',
  });
  expect(second.status, second.text).toBe(201);
  return { first: first.body.records[0] as DailyRecord, second: second.body };
};
const recitationPath = (id: number) => `/daily-records/${id}`;
const countMemorisedPages = async () => {
  const { body } = await server.call<HifzMap>('GET', `/hifz/${student}/map`, { as: 'admin' });
  return body.memorised_pages;
};

describe('a save without a version', () => {
  test.each([
    ['ranges', { ranges: [afternoon] }],
    ['a single range', { range: { from: { surah: 78, ayah: 11 }, to: { surah: 78, ayah: 20 } } }],
    ['no ranges', { ranges: [] }],
    ['faults', { faults: [] }],
    ['a result', { result: 'repeat' }],
  ])(
    'a save over a stored record without a version is refused with the row if it sends %s',
    async (_what, sent) => {
      await save({ ranges: [morning], faults: [{ kind: 'major', ayah: '78:2', count: 1 }] });
      const refusal = await save(sent);
      expect(refusal).toMatchObject({ status: 409, body: { code: 'STALE', current: [await loadRow()] } });
      expect(await loadRow()).toMatchObject({ ranges: [morning], version: 1 });
      // Stored values are no change. With the loaded version every field can be changed.
      expect((await save({ ranges: [morning] })).status).toBe(200);
      expect(
        (
          await save({
            ...sent,
            ...('ranges' in sent && { faults: [] }),
            ...('range' in sent && { faults: [] }),
            version: 1,
          })
        ).status,
      ).toBe(200);
    },
  );

  test('a save without a version keeps ranges that its text does not contain, and replaces those that it contains', async () => {
    await save({ recordContent: 'النبأ 1-10', ranges: [morning] });
    expect((await save({ recordContent: 'النبأ 11-20' })).status).toBe(200);
    expect(await loadRow()).toMatchObject({ recordContent: 'النبأ 11-20', ranges: [morning] });
    expect((await save({ recordContent: '', teacherNotes: 'غائب' })).status).toBe(200);
    expect(await loadRow()).toMatchObject({ recordContent: null, ranges: [morning] });
    expect((await save({ recordContent: 'النبأ 1-20' })).status).toBe(200);
    expect(await loadRow()).toMatchObject({ ranges: [{ from: '78:1', to: '78:20' }] });
    const { version } = await loadRow();
    expect((await save({ recordContent: 'مراجعة', version })).status).toBe(200);
    expect(await loadRow()).toMatchObject({ recordContent: 'مراجعة', ranges: [] });
  });

  test('a save of an empty row removes a record with text, but none with ranges or faults', async () => {
    const empty = {
      recordContent: '',
      pagesCount: '',
      performanceLevel: '',
      mistakesCount: '',
      teacherNotes: '',
    };
    await save({ recordContent: 'سورة النبأ', pagesCount: 1 });
    expect((await save(empty)).status).toBe(200);
    expect(await loadRow()).toMatchObject({ id: null, version: 0 });
    await save({ ranges: [morning] });
    const { version } = await loadRow();
    expect(await save(empty)).toMatchObject({ status: 409, body: { code: 'STALE' } });
    expect((await save({ ...empty, version })).status).toBe(200);
    expect(await loadRow()).toMatchObject({ id: null });
  });
});

describe('a second recitation of a day', () => {
  test('a second recitation is stored beside the first, each with its own result, level, faults and teacher', async () => {
    const { first, second } = await twoRecitations();
    expect(second).toMatchObject({ seq: 2, count: 2, ranges: [afternoon], result: 'repeat', version: 1 });
    const row = await loadRow();
    expect(row).toMatchObject({
      id: second.id,
      seq: 2,
      count: 2,
      ranges: [morning, afternoon],
      mistakesCount: 3,
      faults: [
        { kind: 'major', ayah: '78:2', count: 2 },
        { kind: 'prompt', ayah: null, count: 1 },
      ],
      result: 'repeat',
      performanceLevel: 'ضعيف',
      teacherNotes: 'بعد العصر',
      version: 2,
    });
    expect(row.recitations).toMatchObject([
      {
        id: first.id,
        seq: 1,
        ranges: [morning],
        result: 'accepted',
        performanceLevel: 'جيد',
        mistakesCount: 2,
      },
      { id: second.id, seq: 2, ranges: [afternoon], result: 'repeat', mistakesCount: 1 },
    ]);
    expect(row.recitations.every(({ heardBy }) => heardBy !== null)).toBe(true);
    const { body } = await records.day(day, 'admin', { kind: 'all' });
    expect(body.records.filter(({ studentId }) => studentId === student)).toHaveLength(4);
  });

  test('a second recitation becomes the first if there is none yet, and is refused if it is empty', async () => {
    expect(await addRecitation({ kind: 'far', ranges: [morning] })).toMatchObject({
      status: 201,
      body: { seq: 1 },
    });
    expect(
      await addRecitation({ kind: 'far', ranges: [], faults: [{ kind: 'major', count: 1 }] }),
    ).toMatchObject({
      status: 422,
      body: { details: [{ path: 'ranges' }] },
    });
    expect(await addRecitation({ kind: 'far', ranges: [{ from: '78:1', to: '78:99' }] })).toMatchObject({
      status: 422,
    });
    expect(await addRecitation({ ranges: [morning], studentId: '99999999' })).toMatchObject({
      status: 422,
      body: { details: [{ path: 'studentId' }] },
    });
    const future = await records.again('2027-01-01', { studentId: student, ranges: [morning] });
    expect(future.body.details).toMatchObject([{ path: 'recordDate' }]);
  });

  test('two recitations of the same passage count its pages once', async () => {
    await save({ ranges: [{ from: '78:1', to: '78:40' }] });
    const { pagesCount } = await loadRow();
    await addRecitation({ ranges: [{ from: '78:1', to: '78:40' }] });
    expect(await loadRow()).toMatchObject({ pagesCount, ranges: [{ from: '78:1', to: '78:40' }], count: 2 });
    await addRecitation({ ranges: [{ from: '78:31', to: '79:46' }], pagesCount: 7 });
    expect(await loadRow()).toMatchObject({
      pagesCount: Number(pagesCount) + 7,
      ranges: [{ from: '78:1', to: '79:46' }],
      count: 3,
    });
  });

  test('a second recitation that is sent again with its key is added once', async () => {
    await save({ ranges: [morning] });
    const key = { 'idempotency-key': `again-${student}` };
    const body = { studentId: student, kind: 'new', ranges: [afternoon] };
    const answers = [
      await records.again(day, body, 'admin', key),
      await records.again(day, body, 'admin', key),
    ];
    expect(answers.map(({ status, body: { id } }) => [status, id])).toEqual(
      answers.map(() => [201, answers[0]?.body.id]),
    );
    expect(await loadRow()).toMatchObject({ count: 2 });
    expect((await addRecitation({ ranges: [morning] })).body).toMatchObject({ seq: 3 });
  });

  test('concurrent additions are one record each', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => addRecitation({ ranges: [morning] })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(answers.map(({ body }) => body.seq).toSorted()).toEqual([1, 2, 3, 4]);
  });

  test('a second recitation is in the same row for the calls of the specification: an unchanged row is accepted, a change is refused', async () => {
    await twoRecitations();
    const row = await loadRow();
    const before = await dump(server.data);
    expect((await records.save(day, [row])).status).toBe(200);
    const { recordContent, pagesCount, performanceLevel, mistakesCount, teacherNotes } = row;
    const values = { recordContent, pagesCount, performanceLevel, mistakesCount, teacherNotes };
    expect((await save(values)).status).toBe(200);
    expect(await dump(server.data)).toEqual(before);
    const changed = { teacherNotes: 'غيره' };
    expect(await save({ ...values, ...changed })).toMatchObject({
      status: 409,
      body: { code: 'SEVERAL_RECORDS', current: [row] },
    });
    expect(await save({ ...row, ...changed })).toMatchObject({
      status: 409,
      body: { code: 'SEVERAL_RECORDS' },
    });
    expect(await save({ ranges: [morning], version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'STALE' },
    });
    expect(await dump(server.data)).toEqual(before);
  });

  test('a second recitation counts on the map, in the reports and in the last lesson', async () => {
    await save({ ranges: [{ from: '78:1', to: '78:40' }] });
    const before = await countMemorisedPages();
    await addRecitation({ ranges: [{ from: '79:1', to: '79:46' }] });
    expect(await countMemorisedPages()).toBeGreaterThan(before);
    const { body: report } = await server.call<{ records: unknown[] }>(
      'GET',
      `/reports/daily-records/student-subject/${student}/${records.subjectCode}`,
      { as: 'admin', query: { batchName: records.batchName } },
    );
    expect(report.records).toHaveLength(2);
    const { body } = await records.day('2026-11-20');
    expect(body.records.find(({ studentId }) => studentId === student)).toMatchObject({
      lastRange: { from: { surah: 79, ayah: 1 } },
      previous: { ranges: [{ from: '79:1', to: '79:46' }] },
    });
  });
});

describe('a recitation', () => {
  test('a recitation is corrected by its id and version, and the others stay', async () => {
    const { first } = await twoRecitations();
    const path = recitationPath(Number(first.id));
    const answer = await server.call('PUT', path, {
      as: 'admin',
      body: { ranges: [{ from: '78:1', to: '78:12' }], version: 1 },
    });
    expect(answer).toMatchObject({ status: 200, body: { seq: 1, count: 2, version: 2 } });
    expect((await loadRow()).recitations).toMatchObject([
      { ranges: [{ from: '78:1', to: '78:12' }], mistakesCount: 2 },
      { ranges: [afternoon] },
    ]);
    for (const version of [undefined, 1])
      expect(await server.call('PUT', path, { as: 'admin', body: { notes: 'س', version } })).toMatchObject({
        status: 409,
        body: { code: 'STALE', current: { id: first.id, version: 2 } },
      });
    const empty = { ranges: [], performanceLevel: '', version: 2 };
    expect(
      await server.call('PUT', path, { as: 'admin', body: { ...empty, pagesCount: null } }),
    ).toMatchObject({
      status: 422,
    });
  });

  test('a recitation is deleted by its id and version, and restored by undo', async () => {
    const { first, second } = await twoRecitations();
    const before = await dump(server.data);
    const stale = await server.call('DELETE', recitationPath(second.id), {
      as: 'admin',
      query: { version: 7 },
    });
    expect(stale).toMatchObject({ status: 409, body: { code: 'STALE' } });
    expect(await server.call('DELETE', recitationPath(second.id), { as: 'admin' })).toMatchObject({
      status: 409,
    });
    const answer = await server.call('DELETE', recitationPath(second.id), {
      as: 'admin',
      query: { version: 1 },
      headers,
    });
    expect(answer.status, answer.text).toBe(200);
    expect(await loadRow()).toMatchObject({ id: first.id, count: 1, ranges: [morning], recitations: [] });
    expect((await server.call('POST', '/undo/latest', { as: 'admin', headers })).status).toBe(200);
    expect(await dump(server.data)).toEqual(before);
    // The first recitation is deleted. The second keeps its id and can be saved like any row.
    const { version } = (await loadRow()).recitations[0] ?? {};
    await server.call('DELETE', recitationPath(Number(first.id)), { as: 'admin', query: { version } });
    const row = await loadRow();
    expect(row).toMatchObject({ id: second.id, seq: 2, count: 1 });
    expect((await save({ ranges: [morning], version: row.version })).status).toBe(200);
    expect((await addRecitation({ ranges: [afternoon] })).body).toMatchObject({ seq: 3, count: 2 });
  });

  test('a recitation is undone with its ranges and faults', async () => {
    await save({ ranges: [morning] });
    const before = await dump(server.data);
    const body = {
      studentId: student,
      kind: 'new',
      ranges: [afternoon],
      faults: [{ kind: 'major', count: 1 }],
    };
    const { body: added } = await records.again(day, body, 'admin', headers);
    expect(added.operation_id).toEqual(expect.any(Number));
    expect((await server.call('POST', '/undo/latest', { as: 'admin', headers })).status).toBe(200);
    expect(await dump(server.data)).toEqual(before);
  });

  test('a recitation is found only in scope', async () => {
    await twoRecitations();
    await assignToTeacher2(server, records.subjectCode);
    const { id, version } = (await loadRow()).recitations[0] ?? { id: 0, version: 0 };
    const calls = async (as: 'teacher' | 'teacher2' | 'student') => [
      (await records.again(day, { studentId: student, ranges: [morning] }, as)).status,
      (await server.call('PUT', recitationPath(id), { as, body: { notes: 'س', version } })).status,
      (await server.call('DELETE', recitationPath(id), { as, query: { version: version + 1 } })).status,
    ];
    expect(await calls('student')).toEqual([403, 403, 403]);
    expect(await calls('teacher')).toEqual([404, 404, 404]);
    expect(await calls('teacher2')).toEqual([201, 200, 200]);
  });
});

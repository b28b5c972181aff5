import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Student } from '../../../contract/students/students';
import { undoOperation } from '../../../server/db/undo/undo';
import { setTeacherScope } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { clockAt } from '../../support/clock';
import { isPostgres } from '../../support/database';
import { newStudent, newSubject } from '../../support/sampleCalls';
import { assignToTeacher2, newDailySubject, countOperations, recordCalls } from '../../support/teaching';

const day = '2026-11-19';
const clock = clockAt('2026-11-20T09:00:00Z');
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
});
afterAll(() => server.close());

/** Each test has its own subject. */
let records: ReturnType<typeof recordCalls>;
let numbers: string[];
const studentIdAt = (index: number) => String(numbers[index]);
beforeEach(async () => {
  clock.set('2026-11-20T09:00:00Z');
  records = recordCalls(server, await newDailySubject(server));
  numbers = (await records.day(day)).body.records.map(({ studentId }) => studentId);
});

const loadRow = async (studentId: string, date = day) =>
  (await records.day(date)).body.records.find((row) => row.studentId === studentId);

const nothing = {
  recordContent: null,
  pagesCount: null,
  performanceLevel: null,
  mistakesCount: null,
  teacherNotes: null,
  range: null,
  ranges: [],
  faults: [],
  result: null,
};
const full = {
  recordContent: 'سورة الملك',
  pagesCount: 2.5,
  performanceLevel: 'جيد جداً',
  mistakesCount: 3,
  teacherNotes: 'يراجع المد',
  range: { from: { surah: 67, ayah: 1 }, to: { surah: 67, ayah: 30 } },
};

/** Resolves when a transaction of PostgreSQL waits for another one. */
async function waitForLockWaiter(): Promise<void> {
  const waiting = sql`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await waiting.execute(server.data.read)).rows.length === 0);
}

/** Returns the answer to a save, and the number of rows of the day after it. */
async function refusal(sent: unknown[], date = day) {
  const { status, body } = await records.save(date, sent);
  const rows = (await records.day(date)).body.records.filter(({ version }) => version > 0);
  return { status, code: body.code, details: body.details, saved: rows.length };
}
const because = (path: string, message: unknown = expect.any(String)) => ({
  status: 422,
  code: 'VALIDATION',
  details: [{ path, message }],
  saved: 0,
});

describe('a day', () => {
  test('a day has an empty row for each student of the batch, by name, also on a future day', async () => {
    const { body: students } = await server.call<Student[]>('GET', '/students', {
      as: 'admin',
      query: { filter: { batch_name: records.batchName }, sort: ['full_name', 'ASC'], range: [0, 99] },
    });
    for (const date of [day, '2030-01-01'])
      expect((await records.day(date, 'teacher')).body).toEqual({
        records: students.map(({ student_id, full_name }) => ({
          id: null,
          studentId: student_id,
          studentName: full_name,
          kind: 'new',
          seq: null,
          count: 0,
          heardBy: null,
          recitations: [],
          ...nothing,
          previous: null,
          lastRange: null,
          version: 0,
          updated_at: null,
        })),
      });
  });

  test('a day is available only for subjects of daily records', async () => {
    const other = recordCalls(server, await newSubject(server));
    const details = [{ path: 'subjectCode', message: 'هذه المادة ليست من نوع التقييد اليومي' }];
    expect(await other.day(day)).toMatchObject({ status: 422, body: { details } });
    expect(await other.save(day, [])).toMatchObject({ status: 422, body: { details } });
    expect((await records.day(day)).status).toBe(200);
  });

  test('a day has in each row the previous record, and the end of the latest range', async () => {
    const short = { from: { surah: 78, ayah: 1 }, to: { surah: 78, ayah: 40 } };
    await records.save('2026-11-01', [{ studentId: studentIdAt(0), range: short, recordContent: 'النبأ' }]);
    await records.save('2026-11-03', [{ studentId: studentIdAt(0), ...full }]);
    await records.save('2026-11-05', [{ studentId: studentIdAt(0), mistakesCount: 1 }]);
    await records.save(day, [{ studentId: studentIdAt(0), recordContent: 'اليوم' }]);
    const other = recordCalls(server, await newDailySubject(server));
    await other.save('2026-11-18', [{ studentId: studentIdAt(0), recordContent: 'مادة أخرى' }]);

    expect(await loadRow(studentIdAt(0))).toMatchObject({
      recordContent: 'اليوم',
      previous: { ...nothing, recordDate: '2026-11-05', mistakesCount: 1, result: 'accepted' },
      lastRange: full.range,
    });
    expect(await loadRow(studentIdAt(0), '2026-11-03')).toMatchObject({
      previous: { recordDate: '2026-11-01', range: short },
      lastRange: short,
    });
    expect(await loadRow(studentIdAt(0), '2026-11-01')).toMatchObject({ previous: null, lastRange: null });
    expect(await loadRow(studentIdAt(1))).toMatchObject({ previous: null, lastRange: null });
  });
});

describe('a save', () => {
  test('a save keeps every field, answers the sent rows, and accepts digits of any script', async () => {
    const sent = [
      { studentId: studentIdAt(1), ...full },
      {
        studentId: studentIdAt(0),
        recordContent: ' سورة  الملك ',
        pagesCount: '٢٫٥',
        mistakesCount: '٠',
        performanceLevel: '',
      },
    ];
    const answer = await records.save(day, sent, 'teacher');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'تم حفظ السجلات اليومية بنجاح',
        records: [
          {
            ...nothing,
            result: 'accepted',
            studentId: studentIdAt(0),
            recordContent: 'سورة الملك',
            pagesCount: 2.5,
            mistakesCount: 0,
            version: 1,
          },
          {
            ...full,
            studentId: studentIdAt(1),
            version: 1,
            id: expect.any(Number),
            updated_at: expect.any(String),
          },
        ],
      },
    });
    const { body } = await records.day(day);
    expect(body.records.filter(({ version }) => version > 0)).toEqual(answer.body.records);
    expect((await records.save(day, sent, 'student')).status).toBe(403);
  });

  test('a save of unchanged rows writes nothing, and a save with one changed row writes only that row', async () => {
    await records.save(day, [
      { studentId: studentIdAt(0), ...full },
      { studentId: studentIdAt(1), mistakesCount: 2 },
    ]);
    const { body: before } = await records.day(day);
    const count = await countOperations(server, 'daily_records');
    expect((await records.save(day, before.records)).status).toBe(200);
    expect(await countOperations(server, 'daily_records')).toBe(count);
    const changed = before.records.map((row) =>
      row.studentId === studentIdAt(1) ? { ...row, mistakesCount: 3 } : row,
    );
    expect((await records.save(day, changed)).status).toBe(200);
    expect(await countOperations(server, 'daily_records')).toBe(count + 1);
    expect(await loadRow(studentIdAt(0))).toMatchObject({ version: 1 });
    expect(await loadRow(studentIdAt(1))).toMatchObject({ version: 2, mistakesCount: 3 });
  });

  test('a save with every field empty removes the record, and a missing field keeps its value', async () => {
    await records.save(day, [{ studentId: studentIdAt(0), ...full }]);
    await records.save(day, [{ studentId: studentIdAt(0), teacherNotes: '' }]);
    expect(await loadRow(studentIdAt(0))).toMatchObject({ ...full, teacherNotes: null, version: 2 });
    const empty = {
      recordContent: '',
      pagesCount: '',
      performanceLevel: '',
      mistakesCount: null,
      teacherNotes: ' ',
    };
    // A client without support for ranges sends this row with the version that it has loaded.
    expect(
      (await records.save(day, [{ studentId: studentIdAt(0), ...empty, version: 2 }])).body.records,
    ).toMatchObject([{ ...nothing, id: null, version: 0 }]);
    const rows = await server.data.read
      .selectFrom('daily_records')
      .innerJoin('subjects', 'subjects.id', 'daily_records.subject_id')
      .select('daily_records.id')
      .where('subject_code', '=', records.subjectCode)
      .execute();
    expect(rows).toEqual([]);
  });

  test('a save of another text without a range deletes the range of the old text; a range without text is a record', async () => {
    await records.save(day, [
      { studentId: studentIdAt(0), ...full },
      { studentId: studentIdAt(1), range: full.range },
    ]);
    await records.save(day, [
      { studentId: studentIdAt(0), recordContent: 'مراجعة', version: 1 },
      { studentId: studentIdAt(1), teacherNotes: '' },
    ]);
    expect(await loadRow(studentIdAt(0))).toMatchObject({
      recordContent: 'مراجعة',
      pagesCount: 2.5,
      range: null,
    });
    expect(await loadRow(studentIdAt(1))).toMatchObject({ range: full.range, version: 1 });
    await records.save(day, [{ studentId: studentIdAt(1), range: null, version: 1 }]);
    expect(await loadRow(studentIdAt(1))).toMatchObject({ ...nothing, version: 0 });
  });

  test('a save identifies a student by number, or by a name that only one student of the batch has', async () => {
    const namesakes = [await newStudent(server), await newStudent(server)];
    const single = String((await loadRow(studentIdAt(0)))?.studentName);
    const spaced = single.replace(' ', '  ');
    expect((await records.save(day, [{ studentName: spaced, mistakesCount: 1 }])).status).toBe(200);
    expect(await loadRow(studentIdAt(0))).toMatchObject({ mistakesCount: 1 });
    await records.save(day, [{ studentName: single, mistakesCount: '' }]);
    const unnamed = 'لم يُحدَّد الطالب برقمه ولا باسم يخصه وحده في الدفعة';
    for (const studentName of [namesakes[0]?.full_name, 'لا أحد', undefined])
      expect(await refusal([{ studentName, mistakesCount: 1 }])).toEqual(
        because('records.0.studentName', unnamed),
      );
    const [twin] = namesakes;
    const both = { studentId: twin?.student_id, studentName: twin?.full_name, mistakesCount: 4 };
    expect((await records.save(day, [both])).body.records).toMatchObject([{ studentId: twin?.student_id }]);
  });

  test('a save with an older version is refused with the current rows, and saves none', async () => {
    await records.save(day, [
      { studentId: studentIdAt(0), mistakesCount: 1 },
      { studentId: studentIdAt(1), mistakesCount: 1 },
    ]);
    await records.save(day, [{ studentId: studentIdAt(0), mistakesCount: 2, version: 1 }]);
    const answer = await records.save(day, [
      { studentId: studentIdAt(0), mistakesCount: 5, version: 1 },
      { studentId: studentIdAt(1), mistakesCount: 6, version: 1 },
      { studentId: studentIdAt(2), mistakesCount: 7, version: 0 },
    ]);
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'STALE', error: 'عدّل شخص آخر بعض هذه السجلات بعد فتحها' },
    });
    expect(answer.body.current).toEqual([await loadRow(studentIdAt(0))]);
    expect(await loadRow(studentIdAt(1))).toMatchObject({ mistakesCount: 1, version: 1 });
    expect(await loadRow(studentIdAt(2))).toMatchObject({ version: 0 });
    // Equal values are no conflict for any version. A row without a version is never a conflict.
    expect(
      (await records.save(day, [{ studentId: studentIdAt(0), mistakesCount: 2, version: 1 }])).status,
    ).toBe(200);
    expect((await records.save(day, [{ studentId: studentIdAt(0), mistakesCount: 5 }])).status).toBe(200);
  });

  test('equal rows sent concurrently are stored once; only one of several concurrent saves with different rows succeeds', async () => {
    const before = await countOperations(server, 'daily_records');
    const same = [{ studentId: studentIdAt(0), mistakesCount: 1, version: 0 }];
    const answers = await Promise.all(Array.from({ length: 10 }, () => records.save(day, same)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await countOperations(server, 'daily_records')).toBe(before + 1);
    const others = await Promise.all(
      [5, 6, 7].map((mistakesCount) =>
        records.save(day, [{ studentId: studentIdAt(1), mistakesCount, version: 0 }]),
      ),
    );
    expect(others.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test('a save waits for a running undo, and is refused after it', async () => {
    for (const mistakesCount of [1, 2])
      await records.save(day, [{ studentId: studentIdAt(0), mistakesCount }]);
    const { id } = await server.data.read
      .selectFrom('operations')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const actor = { userId: null, name: 'tests', role: 'admin', undoSession: null };
    let saving: ReturnType<typeof records.save> | undefined;
    await server.data.write(actor, async (unit) => {
      await undoOperation(unit, id);
      saving = records.save(day, [{ studentId: studentIdAt(0), mistakesCount: 3, version: 2 }]);
      if (isPostgres) await waitForLockWaiter();
    });
    expect((await saving)?.body.code).toBe('STALE');
    expect(await loadRow(studentIdAt(0))).toMatchObject({ mistakesCount: 1, version: 3 });
  });
});

describe('an invalid record', () => {
  const validRow = () => ({ studentId: studentIdAt(0), mistakesCount: 1 });

  test('a record of a student of another batch, an unknown one, or the same one twice is refused with row and field', async () => {
    const { body: others } = await server.call<Student[]>('GET', '/students', {
      as: 'admin',
      query: { filter: { batch_id: 2 }, range: [0, 0] },
    });
    for (const studentId of [others[0]?.student_id, '99999999'])
      expect(await refusal([validRow(), { studentId, mistakesCount: 1 }])).toEqual(
        because('records.1.studentId', 'الطالب ليس من طلاب هذه الدفعة'),
      );
    expect(await refusal([validRow(), validRow()])).toEqual(
      because('records.1.studentId', 'الطالب مكرر في البيانات المرسلة'),
    );
  });

  test.each([
    ['pagesCount', 1.25],
    ['pagesCount', -0.5],
    ['pagesCount', 604.5],
    ['pagesCount', 'صفحتان'],
    ['mistakesCount', 1.5],
    ['mistakesCount', -1],
    ['performanceLevel', 'رائع'],
    ['recordContent', 'ن'.repeat(2_001)],
  ])('a record with %s %s is refused with row and field', async (field, value) => {
    expect(await refusal([validRow(), { studentId: studentIdAt(1), [field]: value }])).toEqual(
      because(`records.1.${field}`),
    );
  });

  test('a record with a range outside of the mushaf is refused with row and field', async () => {
    const from = { surah: 2, ayah: 5 };
    for (const to of [
      { surah: 2, ayah: 287 },
      { surah: 115, ayah: 1 },
      { surah: 2, ayah: 4 },
    ])
      expect(await refusal([validRow(), { studentId: studentIdAt(1), range: { from, to } }])).toEqual(
        because('records.1.range', 'المقطع المحدد غير صحيح في المصحف'),
      );
    const range = { from, to: { surah: 2, ayah: 286 } };
    expect((await records.save(day, [{ studentId: studentIdAt(1), range }])).status).toBe(200);
  });

  test('a record of a future day in the time zone of the institute is refused', async () => {
    clock.set('2026-11-20T20:59:00Z');
    expect(await refusal([validRow()], '2026-11-21')).toEqual(
      because('recordDate', 'لا يمكن اختيار تاريخ بعد اليوم'),
    );
    clock.set('2026-11-20T21:01:00Z');
    expect((await records.save('2026-11-21', [validRow()])).status).toBe(200);
  });
});

describe('the curriculum of the subject', () => {
  const setCurriculum = (body: object) =>
    server.call('POST', `/subject-curriculum/${encodeURIComponent(records.subjectCode)}`, {
      as: 'admin',
      body: {
        content_type: 'نص حر',
        curriculum_items: [],
        require_pages_count: false,
        default_pages: 1,
        ...body,
      },
    });

  test('a curriculum with a fixed list allows its items, no content, and content that is already stored', async () => {
    await records.save('2026-11-18', [{ studentId: studentIdAt(0), recordContent: 'ورد قديم' }]);
    await setCurriculum({ content_type: 'أوراد محددة', curriculum_items: ['سورة النبأ', 'سورة عبس'] });
    const message = 'المحتوى ليس من أوراد هذه المادة، ولا مقطعاً من المصحف مثل: الملك 1-10';
    expect(await refusal([{ studentId: studentIdAt(0), recordContent: 'سورة' }])).toEqual(
      because('records.0.recordContent', message),
    );
    expect(
      (
        await records.save(day, [
          { studentId: studentIdAt(0), recordContent: ' سورة  النبأ' },
          { studentId: studentIdAt(1), mistakesCount: 2 },
          // Every subject of daily records accepts a range of the mushaf.
          {
            studentId: studentIdAt(2),
            recordContent: 'الإسراء ٧٦-٨٤',
            ranges: [{ from: '17:76', to: '17:84' }],
          },
        ])
      ).status,
    ).toBe(200);
    expect((await refusal([{ studentId: studentIdAt(3), recordContent: 'الإسراء 76-840' }])).status).toBe(422);
    const old = [{ studentId: studentIdAt(0), recordContent: 'ورد قديم', mistakesCount: 1 }];
    expect((await records.save('2026-11-18', old)).status).toBe(200);
  });

  test('a curriculum that requires pages refuses content without pages', async () => {
    await setCurriculum({ require_pages_count: true });
    const message = 'عدد الصفحات مطلوب';
    expect(await refusal([{ studentId: studentIdAt(0), recordContent: 'الملك' }])).toEqual(
      because('records.0.pagesCount', message),
    );
    const allowed = [
      // A range implies its number of pages.
      { studentId: studentIdAt(2), range: full.range },
      { studentId: studentIdAt(0), recordContent: 'الملك', pagesCount: 0.5 },
      { studentId: studentIdAt(1), teacherNotes: 'غائب' },
    ];
    expect((await records.save(day, allowed)).status).toBe(200);
  });
});

test('a teacher gets 404 for a subject out of scope, also under the rule linked', async () => {
  const open = recordCalls(server, await newDailySubject(server));
  await assignToTeacher2(server, records.subjectCode);
  const row = { studentId: studentIdAt(0), mistakesCount: 1 };
  const statusesOf = async (calls: typeof records, as: 'teacher' | 'teacher2') => [
    (await calls.day(day, as)).status,
    (await calls.save(day, [row], as)).status,
  ];
  expect(await statusesOf(records, 'teacher')).toEqual([404, 404]);
  expect(await loadRow(studentIdAt(0))).toMatchObject({ version: 0 });
  expect(await statusesOf(records, 'teacher2')).toEqual([200, 200]);
  expect(await statusesOf(open, 'teacher')).toEqual([200, 200]);
  await setTeacherScope(server.data, 'linked');
  expect(await statusesOf(open, 'teacher')).toEqual([404, 404]);
  expect(await statusesOf(records, 'teacher2')).toEqual([200, 200]);
  await setTeacherScope(server.data, 'linked_or_open');
});

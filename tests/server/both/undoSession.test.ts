import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Batch } from '../../../contract/batches';
import { ruleMessages } from '../../../contract/errors';
import type { Program } from '../../../contract/programs';
import type { Student } from '../../../contract/students/students';
import type { UndoOperation } from '../../../contract/undo';
import { hijriDate } from '../../../contract/rules/hijri';
import { daysAfter } from '../../../server/demo/calendar';
import { addAccount, setAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { clockAt } from '../../support/clock';
import { dump } from '../../support/database';
import { newBatch, newProgram, newStudent, uniqueText } from '../../support/sampleCalls';
import { assignToTeacher2, newDailySubject } from '../../support/teaching';

const clock = clockAt('2026-11-20T06:05:00Z');
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
});
afterAll(() => server.close());

type As = 'admin' | 'teacher' | 'student' | { token: string };

/** Returns the undo calls of one user in one session. */
function session(as: As = 'admin', id: string = randomUUID()) {
  const headers = { 'x-session-id': id };
  const call = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
    server.call<T>(method, path, { as, body, headers });
  return {
    call,
    offered: async () =>
      (await call<{ operations: UndoOperation[] }>('GET', '/undo/session-operations')).body.operations,
    undo: (which: number | 'latest') => call('POST', `/undo/${which}`),
  };
}

const programBody = () => ({ program_id: uniqueText(), program_name: `برنامج ${uniqueText()}` });

describe('the offered operations', () => {
  test('the offered operations are those of the user in the session, the newest first, with the number of related records', async () => {
    const admin = session();
    const { body: program } = await admin.call<Program>('POST', '/programs', programBody());
    await admin.call('POST', '/batches', { batch_name: uniqueText(), program_id: program.program_id });
    await admin.call('DELETE', `/programs/${program.id}`);
    expect(await admin.offered()).toMatchObject([
      { description: `حذف البرنامج «${program.program_name}»`, has_related_records: true },
      { has_related_records: false },
      { description: `إضافة البرنامج «${program.program_name}»`, has_related_records: false },
    ]);
  });

  test('a student without marks has no related records, even in a batch', async () => {
    const admin = session();
    const body = { first_name: 'سعد', last_name: 'سعيد', national_id: '1888888880', batch_id: 1 };
    const { body: student } = await admin.call<Student>('POST', '/students', body);
    await admin.call('DELETE', `/students/${student.id}`);
    expect(await admin.offered()).toMatchObject([
      { description: `حذف الطالب «${student.full_name}»`, has_related_records: false },
      { description: `إضافة الطالب «${student.full_name}»`, has_related_records: false },
    ]);
    const { body: archive } = await admin.call<{ data: object[] }>('GET', '/archive/deleted-records');
    expect(archive.data[0]).toMatchObject({ item_name: student.full_name, related_records_count: 0 });
  });

  test('a large operation of a teacher is listed after a check of only its first rows; an undo checks all rows', async () => {
    const [own, lostSubject] = [await newDailySubject(server), await newDailySubject(server)];
    const student = await newStudent(server);
    const { id: userId } = await server.data.read
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'teacher')
      .executeTakeFirstOrThrow();
    const buildRecords = (subject_id: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        subject_id,
        date: daysAfter('2025-01-01', index),
        student_row_id: student.id,
        record_content: 'مراجعة',
        pages_count: 1,
        performance_level: null,
        mistakes_count: 0,
        teacher_notes: null,
        kind: 'far' as const,
        result: 'accepted' as const,
      }));
    const id = randomUUID();
    const saveRecords = async (first: number, second: number) => {
      const actor = { userId, name: 'teacher', role: 'teacher', undoSession: id };
      const unit = await server.data.write(actor, async (writing) => {
        writing.describe('create', 'daily_records', null, 'حفظ');
        await writing.insertMany('daily_records', buildRecords(first, 1_200));
        await writing.insertMany('daily_records', buildRecords(second, 1));
        return writing;
      });
      return unit.operation;
    };
    const teacher = session('teacher', id);
    const operation = await saveRecords(own.id, lostSubject.id);
    expect(await teacher.offered()).toMatchObject([{ id: operation }]);
    expect(await teacher.undo(Number(operation))).toMatchObject({ status: 200 });
    const again = await saveRecords(own.id, lostSubject.id);
    await assignToTeacher2(server, lostSubject.subject_code);
    expect(await teacher.offered()).toMatchObject([{ id: again }]);
    for (const which of [Number(again), 'latest'] as const)
      expect((await teacher.undo(which)).status, String(which)).toBe(404);
    expect(await teacher.undo(Number(again))).toMatchObject({
      body: { error: ruleMessages.subjectLostSince },
    });
    const other = session('teacher', id);
    await server.data.writeUnlogged((trx) =>
      trx.deleteFrom('daily_records').where('student_row_id', '=', student.id).execute(),
    );
    await saveRecords(lostSubject.id, own.id);
    expect(await other.offered()).toMatchObject([{ id: again }]);
  });

  test('the offered operations are at most twenty', async () => {
    const admin = session();
    for (let count = 0; count < 21; count++) await admin.call('POST', '/programs', programBody());
    expect(await admin.offered()).toHaveLength(20);
  });

  test('the offered operations exclude those of another session, of another user, or without a session', async () => {
    const id = randomUUID();
    const admin = session('admin', id);
    await admin.call('POST', '/programs', programBody());
    expect(await admin.offered()).toHaveLength(1);
    expect(await session('admin').offered()).toEqual([]);
    expect(await session('teacher', id).offered()).toEqual([]);
    expect((await server.call('GET', '/undo/session-operations', { as: 'admin' })).body).toEqual({
      operations: [],
    });
  });

  test('the offered operations exclude an undone operation and its undo, and operations of the system', async () => {
    const admin = session();
    await admin.call('POST', '/programs', programBody());
    const [operation] = await admin.offered();
    expect((await admin.undo(operation?.id ?? 0)).body).toEqual({
      success: true,
      message: 'تم التراجع عن العملية بنجاح',
    });
    expect(await admin.offered()).toEqual([]);
    const system = await server.data.read
      .selectFrom('operations')
      .select('id')
      .where('user_id', 'is', null)
      .executeTakeFirstOrThrow();
    expect((await admin.undo(system.id)).status).toBe(404);
  });

  test('the offered operations exclude password changes', async () => {
    const account = await addAccount(server, 'admin');
    const admin = session(await account.signIn());
    const body = { current: 'rasd-demo', new: 'نخلة-وسبع-سنابل' };
    expect((await admin.call('POST', '/auth/password', body)).status).toBe(200);
    expect(await admin.offered()).toEqual([]);
  });

  test('a student has no offered operations, because a student may not undo', async () => {
    const student = session('student');
    expect(await student.offered()).toEqual([]);
    expect(await student.undo('latest')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect((await student.undo(1)).status).toBe(403);
  });
});

describe('an undo', () => {
  test('the undo of an edit restores every value, and is logged as an operation', async () => {
    const admin = session();
    const { body: program } = await admin.call<Program>('POST', '/programs', programBody());
    await admin.call('PUT', `/programs/${program.id}`, {
      program_name: `برنامج ${uniqueText()}`,
      duration: 'سنتان',
    });
    expect((await admin.undo('latest')).status).toBe(200);
    const { body: now } = await admin.call<Program>('GET', `/programs/${program.id}`);
    expect(now).toMatchObject({ program_name: program.program_name, duration: null, version: 3 });
    const undo = await server.data.read
      .selectFrom('operations')
      .selectAll()
      .where('action', '=', 'undo')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(undo).toMatchObject({
      description: `التراجع عن: تعديل البرنامج «${program.program_name}»`,
      user_role: 'admin',
    });
  });

  test('the undo of the deletion of a batch restores exactly its subjects and students', async () => {
    const before = await dump(server.data);
    const admin = session();
    expect((await admin.call('DELETE', '/batches/1')).status).toBe(200);
    expect((await admin.call('GET', '/batches/1')).status).toBe(404);
    expect((await admin.undo('latest')).status).toBe(200);
    expect(await dump(server.data)).toEqual(before);
  });

  test('a second undo is refused, also from two tabs at once', async () => {
    const admin = session();
    await admin.call('POST', '/programs', programBody());
    const [operation] = await admin.offered();
    const answers = await Promise.all([admin.undo(operation?.id ?? 0), admin.undo(operation?.id ?? 0)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await admin.undo(operation?.id ?? 0)).toMatchObject({
      status: 409,
      body: { code: 'UNDO_CONFLICT', error: 'سبق التراجع عن هذه العملية' },
    });
  });

  test('two tabs that undo the latest operation at once undo only one', async () => {
    const admin = session();
    await admin.call('POST', '/programs', programBody());
    await admin.call('POST', '/programs', programBody());
    const answers = await Promise.all([admin.undo('latest'), admin.undo('latest')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await admin.offered()).toHaveLength(1);
  });

  test('an undo without an operation answers that there is none', async () => {
    expect(await session().undo('latest')).toMatchObject({
      status: 404,
      body: { error: 'لا توجد عملية يمكن التراجع عنها' },
    });
  });

  test('the undo of an operation of another user or session answers like a missing one', async () => {
    const admin = session();
    await admin.call('POST', '/programs', programBody());
    const [operation] = await admin.offered();
    const other = await addAccount(server, 'admin');
    const notFoundResponse = await admin.undo(2_000_000_000);
    expect(notFoundResponse.status).toBe(404);
    for (const otherSession of [session(await other.signIn()), session('teacher'), session('admin')])
      expect((await otherSession.undo(operation?.id ?? 0)).text).toBe(notFoundResponse.text);
    expect((await admin.undo(operation?.id ?? 0)).status).toBe(200);
  });

  test('the undo of an undo is refused', async () => {
    const admin = session();
    await admin.call('POST', '/programs', programBody());
    await admin.undo('latest');
    const { id } = await server.data.read
      .selectFrom('operations')
      .select('id')
      .where('action', '=', 'undo')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(await admin.undo(id)).toMatchObject({
      status: 409,
      body: { error: 'لا يمكن التراجع عن هذه العملية' },
    });
  });

  test('the undo of an operation of an admin is refused while that user is a teacher, and possible once an admin again', async () => {
    const account = await addAccount(server, 'admin');
    const id = randomUUID();
    const admin = session(await account.signIn(), id);
    await admin.call('POST', '/programs', programBody());
    const [operation] = await admin.offered();
    await setAccount(server.data, account.id, { role: 'teacher' });
    const teacher = session(await account.signIn(), id);
    expect(await teacher.offered()).toEqual([]);
    expect(await teacher.undo(operation?.id ?? 0)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', error: 'تغيّرت صلاحيتك بعد هذه العملية، فلا يمكنك التراجع عنها' },
    });
    await setAccount(server.data, account.id, { role: 'student' });
    expect((await teacher.undo(operation?.id ?? 0)).status).toBe(403);
    await setAccount(server.data, account.id, { role: 'admin' });
    expect((await teacher.undo(operation?.id ?? 0)).status).toBe(200);
  });
});

describe('the reason of a conflict', () => {
  test('a conflict with an edit by another user shows record, field, user and time; nothing is undone', async () => {
    const admin = session();
    const student = await newStudent(server);
    await admin.call('PUT', `/students/${student.id}`, { nationality: 'مصري' });
    const other = await addAccount(server, 'admin', { username: `نورة-${uniqueText()}` });
    const later = session(await other.signIn());
    await later.call('PUT', `/students/${student.id}`, { phone: '0500000001' });
    const answer = await admin.undo('latest');
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'UNDO_CONFLICT',
        error: `لا يمكن التراجع لأن السجل «${student.full_name}» تغيّر بعد هذه العملية: عدّله ${other.username} الآن`,
        details: [
          {
            path: `students.${student.id}`,
            message: `تعديل بيانات الطالب «${student.full_name}» (${other.username}، ${hijriDate('2026-11-20')} 09:05)`,
          },
        ],
        changed_by: { user_name: other.username, performed_at: '2026-11-20T06:05:00.000Z' },
      },
    });
    const { body: now } = await admin.call<Student>('GET', `/students/${student.id}`);
    expect(now).toMatchObject({ nationality: 'مصري', phone: '0500000001' });
    expect((await later.undo('latest')).status).toBe(200);
    expect((await admin.undo('latest')).status).toBe(200);
  });

  test('a conflict shows a record that was added to a new record since', async () => {
    const admin = session();
    const { body: batch } = await admin.call<Batch>('POST', '/batches', {
      batch_name: uniqueText(),
      program_id: 'QRN',
    });
    const later = session();
    const { body: student } = await later.call<Student>('POST', '/students', {
      first_name: 'سعد',
      last_name: 'سعيد',
      national_id: '1888888881',
      batch_id: batch.id,
    });
    expect(await admin.undo('latest')).toMatchObject({
      status: 409,
      body: {
        error: expect.stringContaining(`لأن سجلات أُضيفت إلى «${batch.batch_name}» بعد هذه العملية (`),
        details: [{ path: `students.${student.id}` }],
        changed_by: { description: `إضافة الطالب «${student.full_name}»` },
      },
    });
    expect((await admin.call('GET', `/batches/${batch.id}`)).status).toBe(200);
    expect((await later.undo('latest')).status).toBe(200);
    expect((await admin.undo('latest')).status).toBe(200);
  });

  test('a conflict shows a unique value that another record has now', async () => {
    const admin = session();
    const program = await newProgram(server);
    await admin.call('DELETE', `/programs/${program.id}`);
    const body = { program_id: program.program_id, program_name: uniqueText() };
    const { body: successor } = await session().call<Program>('POST', '/programs', body);
    expect(await admin.undo('latest')).toMatchObject({
      status: 409,
      body: {
        error: expect.stringContaining(`السجل «${program.program_name}»: رمز البرنامج مستخدم من قبل (`),
        details: [{ path: `programs.${successor.id}.program_id` }],
      },
    });
  });

  test('a conflict shows a deleted parent', async () => {
    const admin = session();
    const batch = await newBatch(server);
    const { body: student } = await session().call<Student>('POST', '/students', {
      first_name: 'سعد',
      last_name: 'سعيد',
      national_id: '1888888882',
      batch_id: batch.id,
    });
    await admin.call('DELETE', `/students/${student.id}`);
    const later = session();
    await later.call('DELETE', `/batches/${batch.id}`);
    expect(await admin.undo('latest')).toMatchObject({
      status: 409,
      body: {
        error: expect.stringContaining(`لأن «${batch.batch_name}» الذي يتبعه محذوف، فأعده أولاً (`),
        details: [{ path: `batches.${batch.id}` }],
        changed_by: { description: `حذف الدفعة «${batch.batch_name}»` },
      },
    });
    await later.undo('latest');
    expect((await admin.undo('latest')).status).toBe(200);
  });
});

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChunkSizes } from '../../../server/db/data';
import type { ArchiveEntry } from '../../../contract/archive';
import type { CleanupCard } from '../../../contract/cleanup';
import { errors } from '../../../contract/errors';
import { cleanupTargets, type CleanupTarget } from '../../../contract/vocabulary';
import { openInstitute } from '../../../server/domain/openInstitute';
import { restore as putBack } from '../../../server/db/backups/restore';
import { finishChunkedRemovals } from '../../../server/db/chunked/removal';
import { finishChunkedUndos } from '../../../server/db/chunked/undo';
import type { UnitOfWork } from '../../../server/db/log/unitOfWork';
import { partTables } from '../../../server/db/schema/recorded';
import { password, startTestApp, type TestApp } from '../../support/app';
import { chunkGate } from '../../support/chunkGate';
import { clockAt } from '../../support/clock';
import { dump, isPostgres } from '../../support/database';
import { expectedResults, storedResults } from '../../support/results';
import { temporaryFolder } from '../../support/temporaryFolder';

const clock = clockAt('2026-11-20T09:00:00Z');
let server: TestApp;
let admin: { token: string };
async function start(options: Parameters<typeof startTestApp>[0] = {}): Promise<void> {
  clock.set('2026-11-20T09:00:00Z');
  server = await startTestApp({ now: clock.now, hasFewRevisions: true, ...options });
  admin = { token: await server.signIn('admin') };
}
afterEach(() => server.close());

const undoSession = { 'x-session-id': 'cleanup' };
const unlock = (value = password) =>
  server.call('POST', '/auth/step-up', { as: admin, body: { password: value } });
const remove = (target: CleanupTarget) =>
  server.call('DELETE', `/cleanup/${target}`, { as: admin, headers: undoSession });
const cards = async () => {
  const { body } = await server.call<{ cards: CleanupCard[] }>('GET', '/cleanup/summary', { as: admin });
  return body.cards;
};
const refusal = (code: keyof typeof errors) => ({
  status: errors[code].status,
  body: { error: errors[code].message, code },
});
const messages: Record<CleanupTarget, string> = {
  grades: 'تم حذف جميع الدرجات بنجاح',
  students: 'تم حذف جميع الطلاب بنجاح',
  subjects: 'تم حذف جميع المواد بنجاح',
  batches: 'تم حذف جميع الدفعات بنجاح',
  programs: 'تم حذف جميع البرامج بنجاح',
};

describe('the gate', () => {
  beforeEach(() => start());

  test("the gate opens with the caller's own password, and stays closed with a wrong one", async () => {
    expect(await remove('grades')).toMatchObject(refusal('STEP_UP_REQUIRED'));
    expect(await unlock('wrong')).toMatchObject({ status: 403, body: { error: 'كلمة المرور غير صحيحة' } });
    const before = await dump(server.data);
    for (const target of cleanupTargets)
      expect(await remove(target)).toMatchObject(refusal('STEP_UP_REQUIRED'));
    expect(await server.call('GET', '/cleanup/summary', { as: admin })).toMatchObject(
      refusal('STEP_UP_REQUIRED'),
    );
    expect(await dump(server.data)).toEqual(before);
    expect((await unlock()).status).toBe(200);
    expect((await remove('grades')).status).toBe(200);
  });

  test('the gate closes after five minutes, and when the user leaves it', async () => {
    await unlock();
    clock.set('2026-11-20T09:04:59Z');
    expect((await remove('grades')).status).toBe(200);
    clock.set('2026-11-20T09:05:00Z');
    expect(await remove('students')).toMatchObject(refusal('STEP_UP_REQUIRED'));
    await unlock();
    await server.call('DELETE', '/auth/step-up', { as: admin });
    expect(await remove('students')).toMatchObject(refusal('STEP_UP_REQUIRED'));
    await unlock();
    expect((await remove('students')).status).toBe(200);
  });

  test('the gate is open for one session: another session of the same admin stays closed', async () => {
    await unlock();
    const as = { token: await server.signIn('admin') };
    expect(await server.call('DELETE', '/cleanup/grades', { as })).toMatchObject(refusal('STEP_UP_REQUIRED'));
    expect((await remove('grades')).status).toBe(200);
  });

  test('the gate does not open for a teacher or a student, even after a step-up', async () => {
    for (const role of ['teacher', 'student'] as const) {
      const as = { token: await server.signIn(role) };
      const own = await server.call('POST', '/auth/step-up', { as, body: { password } });
      expect(own.status).toBe(200);
      expect(await server.call('DELETE', '/cleanup/grades', { as })).toMatchObject(refusal('FORBIDDEN'));
      expect(await server.call('GET', '/cleanup/summary', { as })).toMatchObject(refusal('FORBIDDEN'));
    }
    await unlock();
    expect((await remove('grades')).status).toBe(200);
  });
});

describe('the cards', () => {
  beforeEach(() => start());

  /** Tables that only describe a record; their rows are not counted. */
  const parts: readonly string[] = ['search_terms', 'search_texts', ...partTables];

  test('the cards count the records of each deletion, in the recommended order', async () => {
    await unlock();
    const before = await dump(server.data);
    const allCards = await cards();
    expect(allCards.map(({ target }) => target)).toEqual([
      'grades',
      'students',
      'subjects',
      'batches',
      'programs',
    ]);
    for (const { target, count, dependents } of allCards) {
      expect(count, target).toBe(before[target]?.length);
      expect(count, target).toBeGreaterThan(0);
      expect((await remove(target)).body, target).toMatchObject({ deleted: count });
      const after = await dump(server.data);
      const losses = Object.fromEntries(
        Object.keys(before)
          .map((table) => [table, (before[table]?.length ?? 0) - (after[table]?.length ?? 0)] as const)
          .filter(([table, rows]) => rows > 0 && table !== target && !parts.includes(table)),
      );
      expect(dependents, target).toEqual(losses);
      await server.call('POST', '/undo/latest', { as: admin, headers: undoSession });
    }
  });

  test('a student without programme and batch stays when all programmes are deleted', async () => {
    const body = { first_name: 'سعد', last_name: 'الراشد', national_id: '1234567890' };
    const { body: alone } = await server.call<{ id: number }>('POST', '/students', { as: admin, body });
    await unlock();
    const card = (await cards()).find(({ target }) => target === 'programs');
    const { students = [] } = await dump(server.data);
    expect(card?.dependents['students']).toBe(students.length - 1);
    await remove('programs');
    const remaining = (await dump(server.data))['students'];
    expect(remaining).toMatchObject([{ id: alone.id }]);
  });
});

describe('a deletion', () => {
  beforeEach(() => start());

  test.each(cleanupTargets)(
    'a deletion of all %s is one operation, and its undo restores exactly the same data',
    async (target) => {
      await unlock();
      const before = await dump(server.data);
      const deleteResponse = await remove(target);
      expect(deleteResponse).toMatchObject({ status: 200, body: { message: messages[target] } });
      expect((await dump(server.data))[target]).toEqual([]);
      const { body } = await server.call<{ operations: { id: number; description: string }[] }>(
        'GET',
        '/undo/session-operations',
        { as: admin, headers: undoSession },
      );
      expect(body.operations).toHaveLength(1);
      expect(deleteResponse.body).toMatchObject({ operation_id: body.operations[0]?.id });
      const undone = await server.call('POST', `/undo/${body.operations[0]?.id}`, {
        as: admin,
        headers: undoSession,
      });
      expect(undone.status, undone.text).toBe(200);
      expect(await dump(server.data)).toEqual(before);
    },
  );

  test('a deletion is in the archive under its name, and can be restored with all its related records', async () => {
    await unlock();
    const before = await dump(server.data);
    await remove('students');
    const { body } = await server.call<{ data: ArchiveEntry[] }>('GET', '/archive/deleted-records', {
      as: admin,
      query: { table_name: 'students' },
    });
    expect(body.data).toMatchObject([
      { item_name: 'جميع الطلاب', description: 'حذف جميع الطلاب', can_undo: true, user_role: 'admin' },
    ]);
    const restoreResponse = await server.call('POST', `/archive/restore/${body.data[0]?.id}`, { as: admin });
    expect(restoreResponse.status, restoreResponse.text).toBe(200);
    expect(await dump(server.data)).toEqual(before);
  });

  test('a deletion of students keeps their accounts, disabled and without the link', async () => {
    await unlock();
    const accounts = (await dump(server.data))['users'] as { id: number; student_row_id: number | null }[];
    expect(accounts.some(({ student_row_id }) => student_row_id !== null)).toBe(true);
    await remove('students');
    const remaining = (await dump(server.data))['users'];
    expect(remaining).toEqual(
      accounts.map((account) =>
        account.student_row_id === null ? account : { ...account, student_row_id: null, is_active: 0 },
      ),
    );
    expect(await server.signIn('student')).toBeUndefined();
    expect(await server.signIn('teacher')).toEqual(expect.any(String));
  });

  test('deletions in the recommended order empty the institute step by step; without records they change nothing', async () => {
    await unlock();
    for (const target of cleanupTargets) expect((await remove(target)).status, target).toBe(200);
    const empty = await dump(server.data);
    for (const target of cleanupTargets) expect(empty[target], target).toEqual([]);
    expect(await cards()).toEqual(cleanupTargets.map((target) => ({ target, count: 0, dependents: {} })));
    const operations = () => server.data.read.selectFrom('operations').select('id').execute();
    const before = await operations();
    expect(await remove('grades')).toMatchObject({
      status: 200,
      body: { deleted: 0, backup: null, operation_id: null },
    });
    expect(await operations()).toEqual(before);
  });

  test('a deletion is done once if it is requested twice at once', async () => {
    await unlock();
    const answers = await Promise.all([remove('programs'), remove('programs')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const deleted = answers.map(({ body }) => Number(body['deleted']));
    expect(Math.min(...deleted)).toBe(0);
    expect(Math.max(...deleted)).toBeGreaterThan(0);
  });

  test('a deletion does not block reads: they are answered first', async () => {
    await unlock();
    const order: string[] = [];
    const deleteCall = remove('programs').finally(() => order.push('deleted'));
    const readCall = server
      .call('GET', '/students', { as: admin, query: { range: [0, 9] } })
      .finally(() => order.push('read'));
    expect((await readCall).status).toBe(200);
    expect((await deleteCall).status).toBe(200);
    expect(order).toEqual(['read', 'deleted']);
  });
});

const system = { userId: null, name: 'النظام', role: 'admin', undoSession: null };

/** Splits the demo institute like a large one: 453 marks into five chunks, all students into 33. */
const chunkSizes: Partial<ChunkSizes> = { maxDeletedAtOnce: 300, rowsPerDeletion: 100 };

describe('a large deletion', () => {
  const gate = chunkGate();
  // On a busy machine a chunk may take long; a waiting call must not be refused here.
  beforeEach(() => start({ maxLockWaitMs: 60_000, chunkSizes, wrapData: gate.wrapData }));

  const deletions = () =>
    server.data.read.selectFrom('operations').selectAll().where('action', '=', 'delete').execute();
  const slowWork = async () => [
    ...(await server.data.read.selectFrom('slow_removals').selectAll().execute()),
    ...(await server.data.read.selectFrom('slow_undos').selectAll().execute()),
  ];
  const undo = () => server.call('POST', '/undo/latest', { as: admin, headers: undoSession });
  /**
   * Runs other writes between two transactions of `work`, while the database has only a part of the marks.
   */
  async function writeDuring(work: () => ReturnType<typeof undo>, marks: number) {
    const { running, release } = await gate.hold(work);
    expect(await slowWork()).toHaveLength(1);
    const storedDuring = await storedMarks();
    expect(storedDuring.length).toBeGreaterThan(0);
    expect(storedDuring.length).toBeLessThan(marks);
    for (const batch_number of [2, 3, 1]) {
      const body = { batch_number };
      expect((await server.call('PUT', '/batches/1', { as: admin, body })).status).toBe(200);
    }
    expect(await storedMarks()).toEqual(storedDuring);
    release();
    return running;
  }

  test('a large deletion is one operation, lets other users write in between, and is undone exactly in the same way', async () => {
    await unlock();
    await server.call('PUT', '/batches/1', { as: admin, body: { batch_number: 1 } });
    const before = await dump(server.data);
    const results = await storedResults(server.data);
    const marks = Number(before['grades']?.length);
    const answer = await writeDuring(() => remove('grades'), marks);
    expect(answer).toMatchObject({ status: 200, body: { deleted: marks } });
    expect((await dump(server.data))['grades']).toEqual([]);
    expect(await deletions()).toMatchObject([
      { description: 'حذف جميع الدرجات', rows_count: marks, undone_at: null },
    ]);
    expect(await slowWork()).toEqual([]);
    const undone = await writeDuring(undo, marks);
    expect(undone.status, undone.text).toBe(200);
    expect(await dump(server.data)).toEqual(before);
    expect(await storedResults(server.data)).toEqual(results);
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
  });

  test('a large deletion with a repeated key answers that it is running until it ends, then the stored response; also for its undo', async () => {
    await unlock();
    const marks = (await dump(server.data))['grades']?.length;
    const withKey = (key: string) => ({ as: admin, headers: { ...undoSession, 'idempotency-key': key } });
    const removal = () => server.call('DELETE', '/cleanup/grades', withKey('all-marks-go'));
    const undoLatest = () => server.call('POST', '/undo/latest', withKey('all-marks-come-back'));
    for (const send of [removal, undoLatest]) {
      const first = await gate.hold(send);
      expect(await send()).toMatchObject({ status: 409, body: { code: 'IN_PROGRESS' } });
      first.release();
      const answer = await first.running;
      expect(answer.status, answer.text).toBe(200);
      const operations = (await deletions()).length;
      expect((await send()).body).toEqual(answer.body);
      expect((await deletions()).length).toBe(operations);
    }
    expect((await removal()).body).toMatchObject({ deleted: marks });
    expect((await dump(server.data))['grades']).toHaveLength(Number(marks));
  });

  test.each([
    ['is undone', 'تم التراجع عن العملية بنجاح', () => '/undo/latest'],
    ['is restored', 'تمت استعادة السجل بنجاح', (id: number) => `/archive/restore/${id}`],
  ])(
    'a large deletion that %s answers a repeated key with the students who have a new number or lost their national id',
    async (_name, done, path) => {
      await unlock();
      const students = await server.data.read
        .selectFrom('students')
        .select(['student_id', 'national_id', 'full_name'])
        .orderBy('id')
        .execute();
      await remove('students');
      const [deletion] = await deletions();
      // These students are restored in different chunks.
      const conflicts = [3, 4, 5, 70, 71, 120, 121].flatMap((index) => students[index] ?? []);
      for (const { student_id, national_id } of conflicts) {
        const body = { first_name: 'وافد', last_name: 'الراشد', student_id, national_id, batch_id: 1 };
        const { status, text } = await server.call('POST', '/students', { as: admin, body });
        expect(status, text).toBe(201);
      }
      const headers = { ...undoSession, 'idempotency-key': 'students-come-back' };
      const send = () => server.call('POST', path(Number(deletion?.id)), { as: admin, headers });
      const { running, release } = await gate.hold(send);
      // A server that starts now continues the undo.
      await finishChunkedUndos(server.data);
      expect(await slowWork()).toEqual([]);
      release();
      const answer = await running;
      expect(answer.status, answer.text).toBe(200);
      const renumbered = answer.body['renumbered'] as {
        full_name: string;
        previous: string;
        student_id: string;
      }[];
      expect(renumbered.map(({ previous }) => previous).toSorted()).toEqual(
        conflicts.map(({ student_id }) => student_id).toSorted(),
      );
      const withoutId = answer.body['without_national_id'] as {
        full_name: string;
        national_id: string;
      }[];
      expect(withoutId.map(({ national_id }) => national_id).toSorted()).toEqual(
        conflicts.map((student) => student.national_id).toSorted(),
      );
      const stored = await server.data.read
        .selectFrom('students')
        .select('full_name')
        .where(
          'student_id',
          'in',
          renumbered.map(({ student_id }) => student_id),
        )
        .execute();
      expect(stored.map(({ full_name }) => full_name).toSorted()).toEqual(
        conflicts.map(({ full_name }) => full_name).toSorted(),
      );
      const message = String(answer.body['message']);
      expect(message).toContain(done);
      // The message names five of the seven students, by the changed field.
      for (const { full_name, student_id, previous } of renumbered.slice(0, 5))
        expect(message).toContain(`«${full_name}» (${student_id} بدلاً من ${previous})`);
      for (const { full_name, national_id } of withoutId.slice(0, 5))
        expect(message).toContain(`«${full_name}» (${national_id})`);
      expect(message.match(/«/g)).toHaveLength(10);
      expect(message.match(/ وغيرهم \(2\)/g)).toHaveLength(2);
      expect((await send()).body).toEqual(answer.body);
    },
  );

  test('an undo that is aborted halfway stores no response under its key', async () => {
    await unlock();
    const all = (await dump(server.data))['grades'] as Mark[];
    await remove('grades');
    const headers = { ...undoSession, 'idempotency-key': 'marks-come-back' };
    const undoing = await gate.hold(() => server.call('POST', '/undo/latest', { as: admin, headers }));
    expect((await storedMarks()).length).toBeGreaterThan(0);
    const added = await addReplacement(all[0] as Mark);
    undoing.release();
    expect(await undoing.running).toMatchObject({ status: 409, body: { code: 'UNDO_CONFLICT' } });
    await server.data.write(system, async (unit) => {
      unit.describe('delete', 'grades', null, 'حذف');
      await unit.remove('grades', [added.id]);
    });
    const repeatedResponse = await server.call('POST', '/undo/latest', { as: admin, headers });
    expect(repeatedResponse.status, repeatedResponse.text).toBe(200);
    expect(await storedMarks()).toHaveLength(all.length);
  });

  test.each(['programs', 'students'] as const)(
    'a large deletion of %s with all dependent records is one operation, also if requested twice at once, and the archive restores it',
    async (target) => {
      await unlock();
      const before = await dump(server.data);
      const answers = await Promise.all([remove(target), remove(target)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const deleted = answers.map(({ body }) => Number(body['deleted']));
      expect(deleted.toSorted((a, b) => a - b)).toEqual([0, before[target]?.length]);
      const after = await dump(server.data);
      expect([after[target], after['grades'], after['submissions']]).toEqual([[], [], []]);
      const [deletion, ...others] = await deletions();
      expect(others).toEqual([]);
      const restoreResponse = await server.call('POST', `/archive/restore/${deletion?.id}`, { as: admin });
      expect(restoreResponse.status, restoreResponse.text).toBe(200);
      expect(await dump(server.data)).toEqual(before);
      expect(await slowWork()).toEqual([]);
    },
  );

  test('a large deletion is not undone, not even partly, if a new record has a unique value of a deleted one', async () => {
    await unlock();
    const before = await dump(server.data);
    await remove('grades');
    const mark = before['grades']?.at(-1) as { subject_id: number; student_row_id: number };
    const { subject_id, student_row_id } = mark;
    const marks = { participation: null, attendance: null, exercise: null, reading: null, test: 7 };
    const added = await server.data.write(system, async (unit) => {
      unit.describe('create', 'grades', null, 'درجة جديدة');
      return unit.insert('grades', { subject_id, student_row_id, ...marks });
    });
    const between = await dump(server.data);
    expect(await undo()).toMatchObject({ status: 409, body: { code: 'UNDO_CONFLICT' } });
    expect(await dump(server.data)).toEqual(between);
    await server.data.write(system, async (unit) => {
      unit.describe('delete', 'grades', null, 'حذف درجة');
      await unit.remove('grades', [added.id]);
    });
    expect((await undo()).status).toBe(200);
    expect(await dump(server.data)).toEqual(before);
  });

  interface Mark {
    id: number;
    subject_id: number;
    student_row_id: number;
  }
  const storedMarks = async () =>
    (await server.data.read.selectFrom('grades').select('id').orderBy('id').execute()).map(({ id }) => id);
  const addReplacement = (
    { subject_id, student_row_id }: Mark,
    also: (unit: UnitOfWork) => Promise<unknown> = async () => undefined,
  ) =>
    server.data.write(system, async (unit) => {
      unit.describe('create', 'grades', null, 'درجة جديدة');
      await also(unit);
      const marks = { participation: null, attendance: null, exercise: null, reading: null, test: 7 };
      return unit.insert('grades', { subject_id, student_row_id, ...marks });
    });

  test('a large deletion refuses new records of its type until it ends, because they would block its undo; other writes continue', async () => {
    await unlock();
    const before = await dump(server.data);
    const all = before['grades'] as Mark[];
    const { running, release } = await gate.hold(() => remove('grades'));
    expect((await storedMarks()).length).toBeLessThan(all.length);
    await expect(addReplacement(all[0] as Mark)).rejects.toMatchObject({
      code: 'BUSY',
      message: 'يجري الآن حذف سجلات كثيرة من هذا النوع، الرجاء المحاولة بعد انتهاء الحذف',
    });
    const body = { program_id: 'KHT', program_name: 'برنامج الخط' };
    const program = await server.call<{ id: number }>('POST', '/programs', { as: admin, body });
    expect(program.status, program.text).toBe(201);
    release();
    expect((await running).status).toBe(200);
    const added = await addReplacement(all[0] as Mark);
    await server.data.write(system, async (unit) => {
      unit.describe('delete', 'grades', null, 'حذف');
      await unit.remove('grades', [added.id]);
      await unit.remove('programs', [program.body.id]);
    });
    const [deletion] = await deletions();
    const restore = () => server.call('POST', `/archive/restore/${deletion?.id}`, { as: admin });
    expect((await restore()).status).toBe(200);
    expect(await dump(server.data)).toEqual(before);
    expect(await restore()).toMatchObject({ status: 409, body: { error: 'سبقت استعادة هذا السجل' } });
  });

  test('the undo of a large deletion keeps later writes, restores the other records, and blocks no call', async () => {
    await unlock();
    const before = await dump(server.data);
    const all = before['grades'] as Mark[];
    await remove('grades');
    const undoing = await gate.hold(undo);
    // The undo restores the last mark first; the first marks are still deleted.
    const edited = all.at(-1) as Mark;
    const added = await addReplacement(all[0] as Mark, (unit) =>
      unit.update('grades', edited.id, { test: 8 }),
    );
    undoing.release();
    expect(await undoing.running).toMatchObject({ status: 409, body: { code: 'UNDO_CONFLICT' } });
    expect(await slowWork()).toEqual([]);
    expect(await storedMarks()).toEqual([edited.id, added.id]);
    expect(await deletions()).toMatchObject([{ undone_at: null }]);
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
    await server.data.write(system, async (unit) => {
      unit.describe('delete', 'grades', null, 'حذف');
      await unit.remove('grades', [edited.id, added.id]);
    });
    expect((await undo()).status).toBe(200);
    expect(await dump(server.data)).toEqual(before);
  });

  test('the undo restores submissions that have an answer to each question, also to a question added since', async () => {
    await unlock();
    const [handIn] = await server.data.read.selectFrom('submissions').selectAll().orderBy('id').execute();
    const assignment_id = Number(handIn?.assignment_id);
    await remove('students');
    const question = await server.data.write(system, async (unit) => {
      unit.describe('create', 'assignment_questions', null, 'سؤال جديد');
      const fields = { question_text: 'لماذا؟', question_type: 'essay' as const, correct_answer: null };
      const overrides = { options_changed_at: unit.now, ...fields };
      return unit.insert('assignment_questions', { assignment_id, position: 90, marks: 1, ...overrides });
    });
    expect((await undo()).status).toBe(200);
    const answers = await server.data.read
      .selectFrom('submissions')
      .leftJoin('submission_answers', (both) =>
        both
          .onRef('submission_id', '=', 'submissions.id')
          .on('submission_answers.question_id', '=', question.id),
      )
      .select('question_id')
      .where('assignment_id', '=', assignment_id)
      .execute();
    expect(answers.length).toBeGreaterThan(0);
    expect(new Set(answers.map(({ question_id }) => question_id))).toEqual(new Set([question.id]));
  });

  test('a large deletion continues after a restart of the server, and cannot be undone before it is complete', async () => {
    await unlock();
    const before = await dump(server.data);
    // The server stops halfway.
    const { data } = server;
    const { running, release } = await gate.hold(() => remove('grades'));
    const remaining = (await storedMarks()).length;
    const all = Number(before['grades']?.length);
    expect(remaining).toBeLessThan(all);
    const offered = await server.call<{ operations: unknown[] }>('GET', '/undo/session-operations', {
      as: admin,
      headers: undoSession,
    });
    expect(remaining).toBeGreaterThan(0);
    expect(offered.body.operations).toEqual([]);
    const archived = await server.call<{ data: unknown[] }>('GET', '/archive/deleted-records', { as: admin });
    expect(archived.body.data).toEqual([]);
    const { body: trail } = await server.call<{ is_expired: boolean }[]>('GET', '/audit', {
      as: admin,
      query: { filter: { action: 'delete' } },
    });
    expect(trail).toMatchObject([{ is_expired: false }]);
    // A server that starts now continues the deletion.
    await finishChunkedRemovals(data);
    expect(await storedMarks()).toEqual([]);
    release();
    expect((await running).status).toBe(200);
    expect(await deletions()).toMatchObject([{ rows_count: all }]);
    expect((await undo()).status).toBe(200);
    expect(await dump(data)).toEqual(before);
  });
});

describe('the copy before a cleanup', () => {
  beforeEach(() => start());

  test('no copy is made if the database is not one file, and the answer says so', async () => {
    await unlock();
    expect(await remove('grades')).toMatchObject({ status: 200, body: { backup: null } });
  });

  describe.skipIf(isPostgres)('the copy of an SQLite file', () => {
    const folder = temporaryFolder();
    const inFile = async (name: string, config = {}) => {
      await server.close();
      const file = join(folder, name);
      await start({ url: `sqlite:${file}`, config });
      await unlock();
      return file;
    };
    const copiesOf = (name: string, where = folder) =>
      readdirSync(where)
        .filter((copy) => copy.startsWith(`${name}.before-cleanup-`))
        .toSorted();

    test('the copy is beside the database, named by the time, with the data from before the cleanup', async () => {
      const file = await inFile('whole.db');
      const before = await dump(server.data);
      const { body } = await remove('programs');
      expect(body['backup']).toBe('whole.before-cleanup-20261120T090000000Z.db');
      expect(copiesOf('whole')).toEqual([body['backup']]);
      await server.data.close();
      await putBack(join(folder, String(body['backup'])), file, clock.now());
      const data = await openInstitute(`sqlite:${file}`);
      expect(await dump(data)).toEqual(before);
      await data.close();
    });

    test('the copy is written to the configured folder; only the newest copies are kept, and other files are not touched', async () => {
      const where = join(folder, 'copies');
      await inFile('many.db', { BACKUP_FOLDER: where, BACKUPS_KEPT: 2 });
      const names: unknown[] = [];
      for (const minute of ['01', '02', '03']) {
        clock.set(`2026-11-20T09:${minute}:00Z`);
        names.push((await remove('grades')).body['backup']);
        await server.call('POST', '/undo/latest', { as: admin, headers: undoSession });
      }
      expect(copiesOf('many', where)).toEqual(names.slice(1));
      expect(copiesOf('many')).toEqual([]);
      expect(existsSync(join(folder, 'many.db'))).toBe(true);
    });

    test('a copy that cannot be made stops the deletion with a message', async () => {
      await inFile('held.db', { BACKUP_FOLDER: join(folder, 'held.db', 'no-folder') });
      const before = await dump(server.data);
      expect(await remove('grades')).toMatchObject({
        status: 500,
        body: { error: 'تعذّر إنشاء نسخة احتياطية قبل الحذف، فلم يُحذف شيء' },
      });
      expect(await dump(server.data)).toEqual(before);
    });
  });
});

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ArchiveEntry } from '../../contract/archive';
import type { CleanupCard } from '../../contract/cleanup';
import { errors } from '../../contract/errors';
import { cleanupTargets, type CleanupTarget } from '../../contract/vocabulary';
import { openData } from '../../server/db/connection';
import { restore as putBack } from '../../server/db/copies';
import { password, startTestApp, type TestApp } from '../support/app';
import { clockAt } from '../support/clock';
import { dump, isPostgres } from '../support/database';
import { temporaryFolder } from '../support/temporaryFolder';

const clock = clockAt('2026-11-20T09:00:00Z');
let server: TestApp;
let admin: { token: string };
beforeEach(async () => {
  clock.set('2026-11-20T09:00:00Z');
  server = await startTestApp({ now: clock.now });
  admin = { token: await server.signIn('admin') };
});
afterEach(() => server.close());

const undoSession = { 'x-session-id': 'cleanup' };
const unlock = (given = password) =>
  server.call('POST', '/auth/step-up', { as: admin, body: { password: given } });
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
  test('needs the own password: a wrong one opens nothing, the right one does', async () => {
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

  test('closes after five minutes, and when it is left', async () => {
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

  test('is that of one session: another one of the same admin stays closed', async () => {
    await unlock();
    const as = { token: await server.signIn('admin') };
    expect(await server.call('DELETE', '/cleanup/grades', { as })).toMatchObject(refusal('STEP_UP_REQUIRED'));
    expect((await remove('grades')).status).toBe(200);
  });

  test('opens to no teacher and no student, whatever they have stepped up to', async () => {
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
  test('count what each deletion takes, in the recommended order', async () => {
    await unlock();
    const before = await dump(server.data);
    const found = await cards();
    expect(found.map(({ target }) => target)).toEqual([
      'grades',
      'students',
      'subjects',
      'batches',
      'programs',
    ]);
    for (const { target, count, dependents } of found) {
      expect(count, target).toBe(before[target]?.length);
      expect(count, target).toBeGreaterThan(0);
      expect((await remove(target)).body, target).toMatchObject({ deleted: count });
      const after = await dump(server.data);
      const gone = Object.fromEntries(
        Object.keys(before)
          .map((table) => [table, (before[table]?.length ?? 0) - (after[table]?.length ?? 0)] as const)
          .filter(([table, rows]) => rows > 0 && table !== target && table !== 'search_terms'),
      );
      expect(dependents, target).toEqual(gone);
      await server.call('POST', '/undo/latest', { as: admin, headers: undoSession });
    }
  });

  test('a student without programme and batch stays when all programmes go', async () => {
    const body = { first_name: 'سعد', last_name: 'الراشد', national_id: '1234567890' };
    const { body: alone } = await server.call<{ id: number }>('POST', '/students', { as: admin, body });
    await unlock();
    const card = (await cards()).find(({ target }) => target === 'programs');
    const { students = [] } = await dump(server.data);
    expect(card?.dependents['students']).toBe(students.length - 1);
    await remove('programs');
    const left = (await dump(server.data))['students'];
    expect(left).toMatchObject([{ id: alone.id }]);
  });
});

describe('a deletion', () => {
  test.each(cleanupTargets)('of all %s is one operation that undo takes back exactly', async (target) => {
    await unlock();
    const before = await dump(server.data);
    expect(await remove(target)).toMatchObject({ status: 200, body: { message: messages[target] } });
    expect((await dump(server.data))[target]).toEqual([]);
    const { body } = await server.call<{ operations: { id: number; description: string }[] }>(
      'GET',
      '/undo/session-operations',
      { as: admin, headers: undoSession },
    );
    expect(body.operations).toHaveLength(1);
    const undone = await server.call('POST', `/undo/${body.operations[0]?.id}`, {
      as: admin,
      headers: undoSession,
    });
    expect(undone.status, undone.text).toBe(200);
    expect(await dump(server.data)).toEqual(before);
  });

  test('stands in the archive under its name, and is restored from there with all that went with it', async () => {
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
    const restored = await server.call('POST', `/archive/restore/${body.data[0]?.id}`, { as: admin });
    expect(restored.status, restored.text).toBe(200);
    expect(await dump(server.data)).toEqual(before);
  });

  test('of students leaves their accounts, without the link', async () => {
    await unlock();
    const accounts = (await dump(server.data))['users'] as { id: number; student_row_id: number | null }[];
    expect(accounts.some(({ student_row_id }) => student_row_id !== null)).toBe(true);
    await remove('students');
    const left = (await dump(server.data))['users'];
    expect(left).toEqual(accounts.map((account) => ({ ...account, student_row_id: null })));
    expect(await server.signIn('student')).toEqual(expect.any(String));
  });

  test('in the recommended order empties the institute step by step; of nothing it changes nothing', async () => {
    await unlock();
    for (const target of cleanupTargets) expect((await remove(target)).status, target).toBe(200);
    const empty = await dump(server.data);
    for (const target of cleanupTargets) expect(empty[target], target).toEqual([]);
    expect(await cards()).toEqual(cleanupTargets.map((target) => ({ target, count: 0, dependents: {} })));
    const operations = () => server.data.read.selectFrom('operations').select('id').execute();
    const known = await operations();
    expect(await remove('grades')).toMatchObject({ status: 200, body: { deleted: 0, backup: null } });
    expect(await operations()).toEqual(known);
  });

  test('asked for twice at once happens once', async () => {
    await unlock();
    const answers = await Promise.all([remove('programs'), remove('programs')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const deleted = answers.map(({ body }) => Number(body['deleted']));
    expect(Math.min(...deleted)).toBe(0);
    expect(Math.max(...deleted)).toBeGreaterThan(0);
  });

  test('keeps nobody waiting: who reads meanwhile is answered first', async () => {
    await unlock();
    const order: string[] = [];
    const running = remove('programs').finally(() => order.push('deleted'));
    const reading = server
      .call('GET', '/students', { as: admin, query: { range: [0, 9] } })
      .finally(() => order.push('read'));
    expect((await reading).status).toBe(200);
    expect((await running).status).toBe(200);
    expect(order).toEqual(['read', 'deleted']);
  });
});

describe('the copy that is made first', () => {
  test('there is none where the database is not one file, which is said', async () => {
    await unlock();
    expect(await remove('grades')).toMatchObject({ status: 200, body: { backup: null } });
  });

  describe.skipIf(isPostgres)('of an SQLite file', () => {
    const folder = temporaryFolder();
    const inFile = async (name: string, config = {}) => {
      await server.close();
      const file = join(folder, name);
      server = await startTestApp({ now: clock.now, url: `sqlite:${file}`, config });
      admin = { token: await server.signIn('admin') };
      await unlock();
      return file;
    };
    const copiesOf = (name: string, where = folder) =>
      readdirSync(where)
        .filter((copy) => copy.startsWith(`${name}.before-cleanup-`))
        .toSorted();

    test('stands beside it, is named by the time, and holds what was there before', async () => {
      const file = await inFile('whole.db');
      const before = await dump(server.data);
      const { body } = await remove('programs');
      expect(body['backup']).toBe('whole.before-cleanup-20261120T090000000Z.db');
      expect(copiesOf('whole')).toEqual([body['backup']]);
      await server.data.close();
      await putBack(join(folder, String(body['backup'])), file, clock.now());
      const data = await openData(`sqlite:${file}`);
      expect(await dump(data)).toEqual(before);
      await data.close();
    });

    test('goes into the folder of the configuration; only the newest are kept, and nothing else is touched', async () => {
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

    test('where it cannot be made nothing is deleted, and the person is told', async () => {
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

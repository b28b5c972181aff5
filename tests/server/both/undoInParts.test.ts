/**
 * Tests of undos and deletions that run in several transactions: their interruptions, and the rows that must
 * stay.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ruleMessages } from '../../../contract/errors';
import { successMessages } from '../../../contract/successMessages';
import { runDailyUpkeep } from '../../../server/archive/upkeep';
import { finishChunkedRemovals } from '../../../server/db/chunked/removal';
import { finishChunkedUndos } from '../../../server/db/chunked/undo';
import { undoOrRestore } from '../../../server/domain/undoOrRestore';
import { notFound } from '../../../server/problem';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { chunkGate } from '../../support/chunkGate';
import { clockAt } from '../../support/clock';
import { dump, dumpOrExpected, isPostgres } from '../../support/database';
import { importAll, recordCounts } from '../../support/importing';
import { uniqueText } from '../../support/sampleCalls';

const clock = clockAt('2026-11-20T09:00:00Z');
const gate = chunkGate();
const smallChunks = {
  maxImportUndoneAtOnce: 10,
  rowsPerUndo: 3,
  maxDeletedAtOnce: 50,
  maxRemovedAtOnce: 50,
  rowsPerDeletion: 50,
};
const singleTransaction = { maxImportUndoneAtOnce: 1_000 };

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({
    now: clock.now,
    hasFewRevisions: true,
    maxLockWaitMs: 60_000,
    wrapData: gate.wrapData,
  });
});
afterAll(() => server.close());

const session = { 'x-session-id': 'undo-in-parts' };
const setChunkSizes = (chunkSizes: Partial<typeof smallChunks>) =>
  void Object.assign(server.data.chunkSizes, chunkSizes);
beforeEach(() => setChunkSizes(smallChunks));
const undo = (headers: Record<string, string> = {}) =>
  server.call<{ message: string }>('POST', '/undo/latest', {
    as: 'admin',
    headers: { ...session, ...headers },
  });
const slowWork = async () => [
  ...(await server.data.read.selectFrom('slow_removals').select('operation_id').execute()),
  ...(await server.data.read.selectFrom('slow_undos').select('operation_id').execute()),
];
const newestOperation = (action: 'import' | 'delete') =>
  server.data.read
    .selectFrom('operations')
    .selectAll()
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

describe.each([
  ['in one transaction', singleTransaction],
  ['in chunks', smallChunks],
])('the undo of an import %s', (_how, chunkSizes) => {
  const buildAccounts = (importId: string) =>
    Array.from({ length: 12 }, (_, index) => ({ username: `${importId}-${index}`, name: 'خالد السالم' }));
  const usersOf = (importId: string) =>
    server.data.read
      .selectFrom('users')
      .selectAll()
      .where('username', 'like', `${importId}-%`)
      .orderBy('id')
      .execute();
  const signIn = (importId: string, index: number) =>
    server.data.writeUnlogged((trx) =>
      trx
        .updateTable('users')
        .set({ last_login: '2026-11-20T09:00:00.000Z' })
        .where('username', '=', `${importId}-${index}`)
        .execute(),
    );
  beforeEach(() => setChunkSizes(chunkSizes));

  test('the undo removes new guardians, and restores the link of a changed number', async () => {
    const importId = uniqueText();
    const { batch_name } = await server.data.read
      .selectFrom('batches')
      .select('batch_name')
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: 8 }, (_, index) => ({
      student_id: String(78_000_000 + index),
      first_name: 'سعد',
      second_name: `والد${index}`,
      last_name: 'الراشد',
      batch_name,
      guardian_name: `والد${index} الراشد`,
      guardian_phone: `055190${String(index).padStart(4, '0')}`,
    }));
    await importAll(server, 'students', rows.slice(0, 4), { importId: uniqueText() });
    const linked = await server.data.read
      .selectFrom('guardians')
      .select('id')
      .where('phone', '=', '0551900000')
      .executeTakeFirstOrThrow();
    const consent = { consent_on: '2026-01-01' };
    const { student_row_id } = await server.data.read
      .selectFrom('student_guardians')
      .select('student_row_id')
      .where('guardian_id', '=', linked.id)
      .executeTakeFirstOrThrow();
    const relation = `/students/${student_row_id}/guardians/${linked.id}`;
    await server.call('PUT', relation, { as: 'admin', body: consent });
    const made = await server.call('POST', `/guardians/${linked.id}/link`, { as: 'admin' });
    expect(made.status, made.text).toBe(201);
    const families = async () => ({
      guardians: await server.data.read
        .selectFrom('guardians')
        .select(['id', 'phone'])
        .orderBy('id')
        .execute(),
      links: await server.data.read.selectFrom('guardian_links').select(['id', 'guardian_id']).execute(),
    });
    const before = await families();
    const changed = rows.map((row) => ({
      ...row,
      guardian_phone: row.guardian_phone.replace('0551', '0552'),
    }));
    await importAll(server, 'students', changed, { importId, session: session['x-session-id'] });
    expect((await families()).links).toHaveLength(before.links.length - 1);
    const answer = await undo();
    expect(answer.status, answer.text).toBe(200);
    expect(await families()).toEqual(before);
    for (const { id } of before.guardians.slice(-4))
      expect(
        (
          await server.data.read
            .selectFrom('student_guardians')
            .selectAll()
            .where('guardian_id', '=', id)
            .execute()
        ).length,
      ).toBe(1);
  });

  test('the undo keeps accounts whose owners have signed in, also if the operation has students', async () => {
    const before = await recordCounts(server);
    const importId = uniqueText();
    const options = { importId, session: session['x-session-id'] };
    const batch = await server.data.read.selectFrom('batches').select('batch_name').executeTakeFirstOrThrow();
    const students = Array.from({ length: 12 }, (_, index) => ({
      student_id: String(77_000_000 + index),
      first_name: 'سعد',
      last_name: 'الراشد',
      batch_name: batch.batch_name,
    }));
    await importAll(server, 'students', students, options);
    await importAll(server, 'users', buildAccounts(importId), options);
    const row = { username: `${importId}-3`, name: 'خالد بن سعد السالم' };
    const body = { data: [row] };
    const headers = { ...session, 'x-import-id': importId };
    expect((await server.call('POST', '/users/import', { as: 'admin', body, headers })).status).toBe(200);
    await signIn(importId, 3);
    await signIn(importId, 8);
    const signedInUsers = (await usersOf(importId)).filter(({ last_login }) => last_login !== null);
    expect(signedInUsers).toHaveLength(2);
    const key = { 'idempotency-key': `undo-${importId}` };
    const undone = await undo(key);
    expect(undone.status, undone.text).toBe(200);
    const message = `${successMessages.undone}${successMessages.signedInAccountsNotRemoved(2)}`;
    expect(undone.body.message).toBe(message);
    expect(await usersOf(importId)).toEqual(signedInUsers);
    expect((await undo(key)).body.message).toBe(message);
    expect(await recordCounts(server)).toEqual({ ...before, users: before.users + 2 });
  });

  test('the undo is refused if the owners of all accounts have signed in', async () => {
    const importId = uniqueText();
    await importAll(server, 'users', buildAccounts(importId), { importId, session: session['x-session-id'] });
    for (let index = 0; index < 12; index += 1) await signIn(importId, index);
    const before = await dump(server.data);
    expect(await undo()).toMatchObject({
      status: 409,
      body: { code: 'UNDO_CONFLICT', error: ruleMessages.allSignedIn },
    });
    expect(await dumpOrExpected(before, server.data)).toBe(before);
    expect(await slowWork()).toEqual([]);
  });
});

/** A trigger refuses to delete or insert one mark while `work` runs. */
async function withRefusedMark<T>(
  event: 'delete' | 'insert',
  mark: number,
  work: () => Promise<T>,
): Promise<T> {
  const row = event === 'delete' ? 'old' : 'new';
  const run = (...statements: string[]) =>
    server.data.writeUnlogged(async (trx) => {
      for (const statement of statements) await sql.raw(statement).execute(trx);
    });
  if (isPostgres)
    await run(
      `create function refuse_mark() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
      `create trigger refuse_mark before ${event} on grades for each row when (${row}.id = ${mark}) execute function refuse_mark()`,
    );
  else
    await run(
      `create trigger refuse_mark before ${event} on grades when ${row}.id = ${mark} begin select raise(abort, 'refused'); end`,
    );
  try {
    return await work();
  } finally {
    if (isPostgres) await run('drop trigger refuse_mark on grades', 'drop function refuse_mark');
    else await run('drop trigger refuse_mark');
  }
}

describe('work in chunks', () => {
  let id = 0;
  let mark = 0;
  let key = {};
  beforeEach(async () => {
    key = { ...session, 'idempotency-key': `in-parts-${uniqueText()}` };
    ({ id } = await server.data.read
      .selectFrom('batches')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow());
    const marks = await server.data.read
      .selectFrom('grades')
      .innerJoin('subjects', 'subjects.id', 'grades.subject_id')
      .select('grades.id')
      .where('batch_id', '=', id)
      .orderBy('grades.id')
      .execute();
    mark = marks[Math.floor(marks.length / 2)]?.id ?? 0;
  });
  const remove = (headers: object = session) =>
    server.call('DELETE', `/batches/${id}`, { as: 'admin', headers: headers as Record<string, string> });
  const exists = async () => (await server.call('GET', `/batches/${id}`, { as: 'admin' })).status === 200;

  test('a deletion that fails halfway is undone with a message, and does not block later ones', async () => {
    const before = await dump(server.data);
    await withRefusedMark('delete', mark, async () => {
      const refused = await remove(key);
      expect(refused).toMatchObject({ status: 500, body: { error: ruleMessages.deletionAborted } });
      expect(await slowWork()).toEqual([]);
      expect(await dumpOrExpected(before, server.data)).toBe(before);
      expect(await newestOperation('delete')).toMatchObject({ undone_at: expect.any(String) });
    });
    const again = await remove(key);
    expect(again.status, again.text).toBe(200);
    expect(await exists()).toBe(false);
    expect((await undo()).status).toBe(200);
    expect(await dumpOrExpected(before, server.data)).toBe(before);
  });

  test('a deletion that fails while another server continues it is undone, and its caller gets 500', async () => {
    const before = await dump(server.data);
    await withRefusedMark('delete', mark, async () => {
      const { running, release } = await gate.hold(() => remove());
      const failures: unknown[] = [];
      await finishChunkedRemovals(server.data, (error) => failures.push(error));
      expect(failures).toMatchObject([{ code: 'INTERNAL' }]);
      release();
      expect(await running).toMatchObject({ status: 500, body: { error: ruleMessages.deletionAborted } });
    });
    expect(await slowWork()).toEqual([]);
    expect(await dumpOrExpected(before, server.data)).toBe(before);
  });

  test('an undo that fails halfway is reverted with a message, and can be repeated', async () => {
    const before = await dump(server.data);
    expect((await remove()).status).toBe(200);
    const deleted = await dump(server.data);
    await withRefusedMark('insert', mark, async () => {
      expect(await undo(key)).toMatchObject({ status: 500, body: { error: ruleMessages.undoAborted } });
      expect(await slowWork()).toEqual([]);
      expect(await dumpOrExpected(deleted, server.data)).toBe(deleted);
    });
    const undone = await undo(key);
    expect(undone.status, undone.text).toBe(200);
    expect(await dumpOrExpected(before, server.data)).toBe(before);
  });

  test.each([
    ['SQLITE_FULL', 507],
    ['ECONNRESET', 503],
  ])(
    'an operation stays unfinished after %s, and continues at the next start, even much later',
    async (code, status) => {
      const before = await dump(server.data);
      const passing = Object.assign(new Error('for now'), { code });
      for (const [send, finish] of [
        [remove, finishChunkedRemovals],
        [undo, finishChunkedUndos],
      ] as const) {
        gate.failFrom(2, passing);
        expect((await send()).status).toBe(status);
        expect(await slowWork()).toHaveLength(1);
        await expect(finish(server.data)).rejects.toBe(passing);
        await runDailyUpkeep({ ...server.data, now: () => new Date(Date.now() + 400 * 86_400_000) });
        gate.failFrom(Infinity, passing);
        await finish(server.data);
        expect(await slowWork()).toEqual([]);
        expect(await exists()).toBe(send === undo);
      }
      expect(await dumpOrExpected(before, server.data)).toBe(before);
    },
  );

  test.each([
    ['in one transaction', { maxDeletedAtOnce: 5_000 }],
    ['in chunks', smallChunks],
  ])('an undo %s without permission is refused before its first write', async (_how, chunkSizes) => {
    expect((await remove()).status).toBe(200);
    setChunkSizes(chunkSizes);
    const { id: deletion } = await newestOperation('delete');
    const deleted = await dump(server.data);
    const loadLastId = () =>
      server.data.read.selectFrom('operations').select('id').orderBy('id', 'desc').executeTakeFirst();
    const before = await loadLastId();
    const actor = { userId: null, name: 'tests', role: 'admin', undoSession: null };
    const taking = undoOrRestore(server.data, actor, deletion, {
      mode: 'undo',
      answer: { success: true, message: '' },
      canSee: async () => true,
      refuse: async () => {
        expect(await slowWork()).toEqual([]);
        throw notFound();
      },
    });
    await expect(taking).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await slowWork()).toEqual([]);
    expect(await loadLastId()).toEqual(before);
    expect(await dumpOrExpected(deleted, server.data)).toBe(deleted);
    expect((await undo()).status).toBe(200);
  });

  test('a running undo in chunks is completed, even if its caller loses the permission', async () => {
    const account = await addAccount(server, 'admin');
    const setSection = (newSection: 'boys' | 'girls') =>
      server.data.writeUnlogged((trx) => trx.updateTable('batches').set({ section: newSection }).execute());
    await server.data.writeUnlogged(async (trx) => {
      await trx.updateTable('settings').set({ sections_enabled: 1 }).execute();
      await trx.updateTable('users').set({ section: 'boys' }).where('id', '=', account.id).execute();
    });
    await setSection('boys');
    const as = await account.signIn();
    const subject = await server.data.read
      .selectFrom('grades')
      .innerJoin('subjects', 'subjects.id', 'grades.subject_id')
      .select('subjects.id')
      .groupBy('subjects.id')
      .orderBy((on) => on.fn.countAll(), 'desc')
      .executeTakeFirstOrThrow();
    const before = await dump(server.data);
    const deleteResponse = await server.call('DELETE', `/subjects/${subject.id}`, { as, headers: session });
    expect(deleteResponse.status, deleteResponse.text).toBe(200);
    const undoLatest = () => server.call('POST', '/undo/latest', { as, headers: session });
    await setSection('girls');
    expect((await undoLatest()).status).toBe(404);
    await setSection('boys');
    const { running, release } = await gate.hold(undoLatest);
    await setSection('girls');
    release();
    expect((await running).status).toBe(200);
    expect(await slowWork()).toEqual([]);
    await setSection('boys');
    expect(await dumpOrExpected(before, server.data)).toBe(before);
  });
});

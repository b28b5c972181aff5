import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { removeInChunks } from '../../../server/db/chunked/removal';
import { undoInChunks } from '../../../server/db/chunked/undo';
import type { UnitOfWork } from '../../../server/db/log/unitOfWork';
import { quickHash, newFilledDatabase, startTestApp, type TestApp } from '../../support/app';
import { clockAt } from '../../support/clock';
import { isPostgres } from '../../support/database';
import { addEnrolledStudents } from '../../support/enrolledStudents';
import { demoBatchId, newStudent, newSubject, newUser } from '../../support/sampleCalls';

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing) await close();
  closing = [];
});

const actor = {
  userId: null,
  name: 'writer',
  role: 'admin',
  undoSession: null,
  requireStepUp: async () => undefined,
};
const clock = clockAt('2026-11-20T09:00:00Z');

async function start(options: { maxLockWaitMs?: number } = {}): Promise<[TestApp, string]> {
  clock.set('2026-11-20T09:00:00Z');
  const { now } = clock;
  const { url, discard } = await newFilledDatabase({ now });
  const app = await startTestApp({ ...options, url, now });
  closing = [app.close, discard];
  await app.call('GET', '/programs', { as: 'admin' }); // The first call signs in.
  return [app, url];
}

/** Counts the deadlocks that PostgreSQL has resolved. All connections must be closed before. */
async function deadlocksOf(url: string): Promise<number> {
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  const { rows } = await other.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  await other.end();
  return rows[0]?.deadlocks ?? -1;
}

/** Locks the row of one student until released. PostgreSQL only: on SQLite this would block all writes. */
async function holdStudent(url: string, number: string): Promise<() => Promise<void>> {
  if (!isPostgres) return async () => undefined;
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('begin');
  await other.query('select id from students where student_id = $1 for no key update', [number]);
  return () => other.end();
}

/** Holds the exclusive lock until released. */
async function holdTurn({ data }: TestApp, write: (unit: UnitOfWork) => Promise<unknown> = async () => null) {
  let isWithin = () => {};
  const within = new Promise<void>((resolve) => (isWithin = resolve));
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const exclusiveWrite = data.write(actor, async (unit) => {
    await write(unit);
    isWithin();
    await ended;
  });
  await within;
  closing.unshift(async () => end());
  return async () => {
    end();
    await exclusiveWrite;
  };
}

/**
 * Resolves when `many` PostgreSQL transactions wait for another one. On SQLite they wait before they start.
 */
async function waitForTransactions(
  { data }: TestApp,
  many: number,
  orDone: () => boolean = () => false,
): Promise<void> {
  if (!isPostgres) return;
  const locked = sql`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while (!orDone() && (await locked.execute(data.read)).rows.length < many);
}

/** Resolves when the waiting call was retried and waits again, or has ended. */
async function waitForRetry({ data }: TestApp, isOver: () => boolean): Promise<void> {
  const waitStart = async () => {
    const { rows } = await sql<{ since: string }>`select query_start::text as since from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(data.read);
    return rows[0]?.since;
  };
  let first: string | undefined;
  let last: string | undefined;
  while (!isOver() && (first === undefined || last === undefined || last === first)) {
    last = await waitStart();
    first ??= last;
  }
}

test.runIf(isPostgres)(
  'a read after a pause, a sign-in and a sign-out do not wait for queued writes',
  async () => {
    const [app] = await start();
    const { batch_name, subject_code } = await newSubject(app);
    const { student_id } = await newStudent(app);
    const release = await holdTurn(app);
    const grades = [{ studentId: student_id, participationGrade: 3 }];
    const body = { batchName: batch_name, subjectCode: subject_code, grades };
    const saving = Array.from({ length: 30 }, (_, index) =>
      app.call('POST', '/grades/save', {
        as: 'admin',
        body,
        // A call with a key waits like a call without one.
        ...(index % 2 === 0 && { headers: { 'idempotency-key': `save-of-marks-${index}` } }),
      }),
    );
    await waitForTransactions(app, 9);
    clock.set('2026-11-20T09:06:00Z'); // The clock moves so that the server stores the time of the last call.
    expect((await app.call('GET', '/programs', { as: 'admin' })).status).toBe(200);
    const token = await app.signIn('teacher');
    expect((await app.call('POST', '/auth/logout', { as: { token } })).status).toBe(200);
    await release();
    expect(new Set((await Promise.all(saving)).map(({ status }) => status))).toEqual(new Set([200]));
  },
);

/** Sets the password of an account like an admin. */
const changePassword = (userId: number, password_hash: string) => async (unit: UnitOfWork) => {
  unit.describe('update', 'users', null, 'tests');
  await unit.update('users', userId, { password_hash });
  await unit.trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
};

async function someTeacher(app: TestApp) {
  const { id, username } = await newUser(app, 'teacher');
  const old = `كلمة-${username}`;
  const hashes = { old: await quickHash(old), other: await quickHash(`other ${username}`) };
  await app.data.write(actor, changePassword(id, hashes.old));
  const stored = async () =>
    (await app.data.read.selectFrom('users').select('password_hash').where('id', '=', id).execute())[0];
  return { id, username, old, hashes, stored };
}

test('a sign-in fails if the password changes while it is compared', async () => {
  const [app] = await start();
  const { id, username, old, hashes } = await someTeacher(app);
  expect(await app.signIn(username, old)).toEqual(expect.any(String));
  const release = await holdTurn(app, changePassword(id, hashes.other));
  const signingIn = app.call('POST', '/auth/login', { body: { username, password: old } });
  await waitForTransactions(app, 1);
  await release();
  expect(await signingIn).toMatchObject({ status: 401, body: { code: 'BAD_CREDENTIALS' } });
  expect(await app.data.read.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).toEqual(
    [],
  );
  expect(await app.signIn(username, `other ${username}`)).toEqual(expect.any(String));
});

test('a password that an admin has just set is not replaced by a user who knew the previous one', async () => {
  const [app] = await start();
  const { id, username, old, hashes, stored } = await someTeacher(app);
  const change = (token: string, current: string) =>
    app.call('POST', '/auth/password', { as: { token }, body: { current, new: `own-${username}` } });
  const token = await app.signIn(username, old);
  const release = await holdTurn(app, changePassword(id, hashes.other));
  const changing = change(token, old);
  await waitForTransactions(app, 1);
  await release();
  expect((await changing).status).toBeGreaterThanOrEqual(401);
  expect(await stored()).toEqual({ password_hash: hashes.other });
  const other = `other ${username}`;
  expect((await change(await app.signIn(username, other), other)).status).toBe(200);
});

test('a request for a password waits for running writes, for existing and unknown names', async () => {
  const [app] = await start();
  const release = await holdTurn(app);
  let isAnswered = false;
  const requests = ['teacher', 'nobody-at-all'].map(async (username) => {
    const { status } = await app.call('POST', '/auth/forgot', { body: { username } });
    isAnswered = true;
    return status;
  });
  await waitForTransactions(app, 2, () => isAnswered);
  expect(isAnswered).toBe(false);
  await release();
  expect(await Promise.all(requests)).toEqual([200, 200]);
});

test('two saves of marks of very many students in opposite orders never deadlock', async () => {
  const [app, url] = await start();
  const { batch_name, subject_code } = await newSubject(app);
  const { id } = await newStudent(app);
  const pattern = await app.data.read
    .selectFrom('students')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const students = Array.from({ length: 1_100 }, (_, index) => {
    const { id: _id, version: _version, created_at: _at, updated_at: _since, ...rest } = pattern;
    const number = String(index).padStart(4, '0');
    return { ...rest, student_id: `2020${number}`, national_id: `20000${number}` };
  });
  await app.data.write(actor, async (unit) => {
    unit.describe('create', 'students', null, 'tests');
    await addEnrolledStudents(unit, students, demoBatchId, '2026-11-20');
  });
  const save = (mark: number, isReversed: boolean) => {
    const rows = students.map(({ student_id }) => ({ studentId: student_id, participationGrade: mark }));
    const grades = isReversed ? rows.toReversed() : rows;
    const body = { batchName: batch_name, subjectCode: subject_code, grades };
    return app.call('POST', '/grades/save', { as: 'admin', body });
  };
  const release = await holdStudent(url, students[60]?.student_id ?? '');
  const first = save(1, false);
  await waitForTransactions(app, 1);
  const second = save(2, true);
  await waitForTransactions(app, 2);
  await release();
  expect([(await first).status, (await second).status]).toEqual([200, 200]);
  await app.close(); // Closed connections let PostgreSQL update its statistics.
  closing = closing.slice(1);
  expect(isPostgres ? await deadlocksOf(url) : 0).toBe(0);
});

test.runIf(isPostgres)(
  'a chunked deletion and its undo continue after they have waited for longer than the lock limit',
  async () => {
    const [app] = await start({ maxLockWaitMs: 300 });
    const { data } = app;
    const text = { item: 'all', text: 'all students' };
    const students = () => data.read.selectFrom('students').select('id').execute();
    const countBefore = (await students()).length;
    const release = await holdTurn(app);
    let isSettled = false;
    const removing = removeInChunks(
      data,
      actor,
      { table: 'students', ids: null, describe: async () => text },
      () => null,
    ).finally(() => (isSettled = true));
    removing.catch(() => undefined);
    await waitForRetry(app, () => isSettled);
    await release();
    expect(await removing).toMatchObject({ deleted: countBefore });
    expect(await students()).toEqual([]);

    const [deletion] = await data.read
      .selectFrom('operations')
      .select('id')
      .where('action', '=', 'delete')
      .execute();
    const releaseAgain = await holdTurn(app);
    let isRestored = false;
    const options = { mode: 'undo', answer: null } as const;
    const undoing = undoInChunks(data, actor, deletion?.id ?? 0, options).finally(() => (isRestored = true));
    undoing.catch(() => undefined);
    await waitForRetry(app, () => isRestored);
    await releaseAgain();
    await undoing;
    expect((await students()).length).toBe(countBefore);
  },
);

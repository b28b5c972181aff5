/**
 * Rules for any writes and undos of an admin. No earlier password returns, and nobody becomes an admin
 * without a step-up. Each row of the log has the time and author of its own write.
 */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorOfRow } from '../../../server/db/log/operationLog';
import type { Row } from '../../../server/db/schema';
import { addAccount, stepUp } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { rounds } from '../../support/rounds';
import { newStudent, uniqueText } from '../../support/sampleCalls';

const minute = 60_000;
let clock = Date.parse('2026-11-20T08:00:00Z');
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: () => new Date(clock), hasFewRevisions: true });
});
afterAll(() => server.close());

const sessionId = 'passwords';
const names = ['معلم أول', 'معلم ثان'];

/** `index`: of the account, import or operation of the step. */
const step = fc.record({
  kind: fc.constantFrom(
    'import',
    'password',
    'role',
    'name',
    'give',
    'delete',
    'delete many',
    'undo',
    'undo',
    'undo',
    'restore',
  ),
  index: fc.nat({ max: 30 }),
  hasSteppedUp: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

type Account = Pick<Row<'users'>, 'id' | 'role' | 'password_hash' | 'name' | 'username'>;

/** An admin and his accounts, which the steps of one sequence change. */
class Institute {
  #accounts: Account[] = [];
  readonly #hashes = new Map<number, string[]>();
  readonly #usernames: string[];
  readonly #imports = [`import-${uniqueText()}`, `import-${uniqueText()}`];

  private constructor(
    readonly admin: { id: number; username: string },
    readonly as: { token: string },
    /** A student account without a student, and the student who gets it in a step. */
    readonly orphan: { id: number; student_id: string },
    usernames: string[],
  ) {
    this.#usernames = usernames;
  }

  static async open(): Promise<Institute> {
    const admin = await addAccount(server, 'admin');
    const others = [await addAccount(server, 'teacher'), await addAccount(server, 'admin')];
    const usernames = [...others.map(({ username }) => username), uniqueText(), uniqueText()];
    const { student_id } = await newStudent(server);
    const { id } = await addAccount(server, 'student');
    const institute = new Institute(admin, await admin.signIn(), { id, student_id }, usernames);
    await institute.loadAccounts();
    return institute;
  }

  /** Reads the accounts. @returns accounts with an older password, which must never return */
  async loadAccounts(): Promise<Account[]> {
    const returned: Account[] = [];
    this.#accounts = await server.data.read
      .selectFrom('users')
      .select(['id', 'role', 'password_hash', 'name', 'username'])
      .where(({ or, eb }) => or([eb('username', 'in', this.#usernames), eb('id', '=', this.orphan.id)]))
      .orderBy('id')
      .execute();
    for (const account of this.#accounts) {
      const { id, password_hash } = account;
      const hashes = this.#hashes.get(id) ?? [];
      if (hashes.at(-1) === password_hash) continue;
      if (hashes.includes(password_hash)) returned.push(account);
      this.#hashes.set(id, [...hashes, password_hash]);
    }
    return returned;
  }

  #call(method: string, path: string, body: object = {}, headers: Record<string, string> = {}) {
    const always = { 'x-session-id': sessionId, 'x-act-id': 'act-of-passwords' };
    return server.call(method, path, { as: this.as, body, headers: { ...always, ...headers } });
  }

  async #operations(action?: 'delete'): Promise<number[]> {
    const rows = await server.data.read
      .selectFrom('operations')
      .select('id')
      .where('user_id', '=', this.admin.id)
      .$if(action !== undefined, (query) => query.where('action', '=', 'delete'))
      .orderBy('id', 'desc')
      .limit(8)
      .execute();
    return rows.map(({ id }) => id);
  }

  async #act({ kind, index }: Step): Promise<unknown> {
    const account = this.#accounts[index % Math.max(1, this.#accounts.length)];
    if (kind === 'import') {
      const data = this.#usernames.slice(-2).map((username) => ({ username, name: names[index % 2] }));
      const importId = this.#imports[index % 2] ?? '';
      return this.#call('POST', '/users/import', { data }, { 'x-import-id': importId });
    }
    if (kind === 'undo' || kind === 'restore') {
      const operations = await this.#operations(kind === 'restore' ? 'delete' : undefined);
      const operation = operations[index % Math.max(1, operations.length)] ?? 0;
      return this.#call('POST', kind === 'undo' ? `/undo/${operation}` : `/archive/restore/${operation}`);
    }
    if (kind === 'give')
      return this.#call('POST', `/users/${this.orphan.id}/give`, { student_id: this.orphan.student_id });
    if (!account) return undefined;
    const path = `/users/${account.id}`;
    if (kind === 'password')
      return this.#call('PUT', `${path}/password`, { password: `secret ${uniqueText()}` });
    if (kind === 'role' && account.role !== 'student')
      return this.#call('PUT', path, { role: account.role === 'admin' ? 'teacher' : 'admin' });
    if (kind === 'name' || kind === 'role') return this.#call('PUT', path, { name: `معلم ${uniqueText()}` });
    if (kind === 'delete') return this.#call('DELETE', path);
    return this.#call('POST', '/users/delete-many', { ids: this.#accounts.map(({ id }) => id) });
  }

  /** Runs a step. @returns forbidden changes, and the logged times and authors */
  async take(one: Step) {
    clock += minute;
    const stepUpUntil = one.hasSteppedUp ? new Date(clock + minute).toISOString() : null;
    await server.data.writeUnlogged((trx) =>
      trx
        .updateTable('sessions')
        .set({ step_up_until: stepUpUntil })
        .where('user_id', '=', this.admin.id)
        .execute(),
    );
    const { last } = await server.data.read
      .selectFrom('operation_rows')
      .select((on) => on.fn.max('id').as('last'))
      .executeTakeFirstOrThrow();
    const previousAdminIds = new Set(
      this.#accounts.flatMap(({ id, role }) => (role === 'admin' ? [id] : [])),
    );
    await this.#act(one);
    const returned = await this.loadAccounts();
    const admins = this.#accounts.filter(({ id, role }) => role === 'admin' && !previousAdminIds.has(id));
    const authors = await server.data.read
      .selectFrom('operation_rows')
      .innerJoin('operations', 'operations.id', 'operation_rows.operation_id')
      .leftJoin('operation_writes', 'operation_writes.id', 'operation_rows.write_id')
      .select(authorOfRow)
      .where('operation_rows.id', '>', Number(last))
      .execute();
    return { returned, unconfirmed: one.hasSteppedUp ? [] : admins, authors };
  }
}

test('no sequence of imports, passwords, roles, deletions and undos restores an earlier password or an admin', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30 }), async (steps) => {
      const institute = await Institute.open();
      for (const one of steps) {
        const { returned, unconfirmed, authors } = await institute.take(one);
        expect({ returned, unconfirmed }).toEqual({ returned: [], unconfirmed: [] });
        const performed_at = new Date(clock).toISOString();
        const own = { performed_at, user_name: institute.admin.username, user_role: 'admin' };
        for (const author of authors) expect(author).toEqual(own);
      }
    }),
    { numRuns: rounds({ short: 8, all: 60 }), endOnFailure: true },
  );
});

/** Calls as the admin, in the session of the undo list. */
const adminCall = (method: string, path: string, body: object = {}) =>
  server.call(method, path, { as: 'admin', body, headers: { 'x-session-id': sessionId } });
const accountOf = (id: number) =>
  server.data.read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('undoing the transfer of an account restores its name, but not its password', async () => {
  const { id } = await addAccount(server, 'student');
  const { student_id } = await newStudent(server);
  const before = await accountOf(id);
  await stepUp(server, 'admin');
  expect((await adminCall('POST', `/users/${id}/give`, { student_id })).status).toBe(200);
  const current = await accountOf(id);
  expect(current.password_hash).not.toBe(before.password_hash);
  const undone = await adminCall('POST', '/undo/latest');
  expect(undone.status, undone.text).toBe(200);
  const { password_hash, must_change_password, password_ends_at, name } = await accountOf(id);
  expect({ password_hash, must_change_password, password_ends_at }).toEqual({
    password_hash: current.password_hash,
    must_change_password: current.must_change_password,
    password_ends_at: current.password_ends_at,
  });
  expect(name).toBe(before.name);
});

test('undoing the deletion of an account restores the latest password in the log, also of a later deletion', async () => {
  const { id } = await addAccount(server, 'teacher');
  const { version: _version, username_key: _key, ...row } = await accountOf(id);
  const self = await server.data.read
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow();
  const actor = { userId: self.id, name: 'admin', role: 'admin' as const, undoSession: sessionId };
  const remove = () =>
    server.data.write(actor, async (unit) => {
      unit.describe('delete', 'users', row.name, 'tests');
      await unit.remove('users', [id]);
      return unit;
    });
  const { operation } = await remove();
  await server.data.write(actor, async (unit) => {
    unit.describe('create', 'users', row.name, 'tests');
    await unit.insert('users', { ...row, password_hash: 'a later hash' });
  });
  await remove();
  const undone = await adminCall('POST', `/undo/${operation}`);
  expect(undone.status, undone.text).toBe(200);
  expect(await accountOf(id)).toMatchObject({ name: row.name, password_hash: 'a later hash' });
});

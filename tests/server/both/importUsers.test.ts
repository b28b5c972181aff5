import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  importChunkSize,
  type ImportCheck,
  importCheckSize,
  type ImportedAccount,
  type ImportResult,
} from '../../../contract/imports';
import type { User } from '../../../contract/accounts/users';
import type { StaffSection } from '../../../contract/vocabulary';
import { addAccount, expectNotStored } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { rounds } from '../../support/rounds';
import { uniqueText } from '../../support/sampleCalls';

let server: TestApp;
let now = new Date('2026-11-20T08:00:00Z');
beforeAll(async () => {
  server = await startTestApp({ now: () => now });
});
afterAll(() => server.close());
afterEach(async () => {
  await server.call('PUT', '/settings', { as: 'admin', body: { sections_enabled: false } });
});

type As = 'admin' | 'teacher' | { token: string };
type Imported = ImportResult & { created: ImportedAccount[] };
const session = { 'x-session-id': 'accounts-of-teachers' };
const importRows = (data: object[], as: As = 'admin', headers: Record<string, string> = {}) =>
  server.call<Imported>('POST', '/users/import', { as, body: { data }, headers: { ...session, ...headers } });
const check = (data: object[], as: As = 'admin') =>
  server.call<ImportCheck>('POST', '/users/import/check', { as, body: { data } });
const undo = (operation: unknown) =>
  server.call<{ message: string }>('POST', `/undo/${String(operation)}`, { as: 'admin', headers: session });
const operationOf = async (importId: string) =>
  (await server.call<{ operation_id: number }>('GET', `/imports/${importId}`, { as: 'admin' })).body
    .operation_id;
const findAccount = async (username: string) => {
  const filter = JSON.stringify({ q: username });
  const { body } = await server.call<User[]>('GET', '/users', { as: 'admin', query: { filter } });
  return body.find((user) => user.username === username);
};
/** Returns an admin of one section, with sections enabled. */
const createSectionAdmin = async (section: StaffSection) => {
  await server.call('PUT', '/settings', { as: 'admin', body: { sections_enabled: true } });
  const account = await addAccount(server, 'admin');
  await server.data.writeUnlogged((trx) =>
    trx.updateTable('users').set({ section }).where('id', '=', account.id).execute(),
  );
  return account.signIn();
};
const addUser = async (body: object): Promise<User> => {
  const addResponse = await server.call<User>('POST', '/users', { as: 'admin', body });
  expect(addResponse.status).toBe(201);
  return addResponse.body;
};
const row = (overrides: object = {}) => ({
  username: `import-${uniqueText()}`,
  name: 'خالد سعد السالم',
  ...overrides,
});

describe('accounts of teachers from a file', () => {
  test('each row creates a teacher account, with a password for one sign-in within 72 hours', async () => {
    const full = row({ email: 'k@example.org', phone: "'٠٥٠ 000-0000", section: 'بنات' });
    const plain = row();
    expect((await check([full, plain])).body).toMatchObject({ imported: 2, failed: 0, errors: [] });
    const { status, body } = await importRows([full, plain]);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        imported: 2,
        updated: 0,
        failed: 0,
        created: [{ row: 1, username: full.username }, { row: 2 }],
      },
    });
    expect(await findAccount(full.username)).toMatchObject({
      name: full.name,
      role: 'teacher',
      email: 'k@example.org',
      phone: '0500000000',
      section: 'girls',
      is_active: true,
      must_change_password: true,
    });
    expect(await findAccount(plain.username)).toMatchObject({ section: null, email: null });
    const [first, second] = body.created;
    expect(first?.temporary_password).not.toBe(second?.temporary_password);
    const token = await server.signIn(full.username, first?.temporary_password ?? '');
    expect(await server.call('GET', '/programs', { as: { token } })).toMatchObject({
      body: { code: 'MUST_CHANGE_PASSWORD' },
    });
    const before = now;
    now = new Date(before.getTime() + 72 * 3_600_000 - 1_000);
    const tokenBeforeExpiry = await server.signIn(plain.username, second?.temporary_password ?? '');
    now = new Date(before.getTime() + 72 * 3_600_000);
    const late = await server.signIn(plain.username, second?.temporary_password ?? '');
    now = before;
    expect([tokenBeforeExpiry, late]).toEqual([expect.any(String), undefined]);
  });

  test('a repeated import changes the filled fields and keeps the others and the password', async () => {
    const first = row({ email: 'old@example.org', phone: '0500000001' });
    const { body } = await importRows([first]);
    const password = body.created[0]?.temporary_password ?? '';
    expect((await importRows([{ ...first, username: first.username.toUpperCase() }])).body).toMatchObject({
      imported: 0,
      updated: 1,
      unchanged: 1,
      created: [],
    });
    const longer = { username: first.username, name: `${first.name} الأنس`, phone: '0500000002', email: '' };
    expect((await importRows([longer])).body).toMatchObject({ updated: 1, unchanged: 0, created: [] });
    expect(await findAccount(first.username)).toMatchObject({
      name: longer.name,
      phone: '0500000002',
      email: 'old@example.org',
    });
    expect(await server.signIn(first.username, password)).toEqual(expect.any(String));
  });

  test('a user name of another account is refused: the error has its owner, and a different free name for each row', async () => {
    const username = `taken${uniqueText()}x`;
    await addUser({ username, name: 'ماجد الزهراني', role: 'teacher' });
    await addUser({ username: `${username}2`, name: 'غيره', role: 'student' });
    const { body } = await check([
      { username, name: 'خالد السالم' },
      { username, name: 'سعد السالم' },
      { username: `${username}2`, name: 'غيره' },
    ]);
    expect(body).toMatchObject({ imported: 0, updated: 0, failed: 3 });
    expect(body.errors.map(({ field }) => field)).toEqual(['username', 'username', 'username']);
    const [one, two, three] = body.errors.map(({ message }) => message);
    expect(one).toContain(`«${username}» لحساب المعلم «ماجد الزهراني»`);
    expect(one).toContain(`ومن المتاح «${username}3»`);
    expect(two).toContain(`ومن المتاح «${username}4»`);
    expect(three).toContain('لحساب «غيره» (طالب)');
    expect(three).toContain(`ومن المتاح «${username}2-2»`);
    const suggested = { username: `${username}3`, name: 'خالد السالم' };
    expect((await importRows([suggested])).body).toMatchObject({ imported: 1, failed: 0 });
    expect((await importRows([suggested])).body).toMatchObject({ updated: 1, failed: 0 });
  });

  test('two rows with the same user name change one account, unless their names differ', async () => {
    const first = row();
    const other = { username: first.username, name: 'ماجد الزهراني' };
    const { body } = await importRows([first, { ...first, phone: '0500000003' }, other]);
    expect(body).toMatchObject({ imported: 1, updated: 1, failed: 1, created: [{ row: 1 }] });
    expect(body.errors[0]).toMatchObject({ row: 3, field: 'username' });
    expect(await findAccount(first.username)).toMatchObject({ name: first.name, phone: '0500000003' });
  });

  test('a row with a missing name or user name, or an invalid user name, e-mail or section, is refused', async () => {
    const validRow = row();
    const { body } = await importRows([
      row({ name: '' }),
      { name: 'خالد السالم' },
      row({ username: 'ـــ' }),
      row({ email: 'no-at-sign' }),
      row({ section: 'أخرى' }),
      validRow,
    ]);
    expect(body).toMatchObject({
      imported: 1,
      failed: 5,
      created: [{ row: 6, username: validRow.username }],
    });
    expect(body.errors.map(({ field }) => field)).toEqual([
      'name',
      'username',
      'username',
      'email',
      'section',
    ]);
    expect((await importRows([row({ role: 'admin' })])).status).toBe(422);
    expect((await importRows([row()], 'teacher')).status).toBe(403);
  });

  test('a disabled account is reported, and stays disabled', async () => {
    const first = row();
    await importRows([first]);
    const account = await findAccount(first.username);
    await server.call('POST', '/users/deactivate-many', { as: 'admin', body: { ids: [account?.id] } });
    const { body } = await importRows([{ ...first, phone: '0500000004' }]);
    expect(body.warnings?.[0]).toMatchObject({ row: 1, field: 'username' });
    expect(await findAccount(first.username)).toMatchObject({ phone: '0500000004', is_active: false });
  });

  test('a repeated request creates nothing and shows no password, and no password is stored', async () => {
    const data = [row(), row()];
    const key = { 'idempotency-key': `teachers-${uniqueText()}` };
    const first = await importRows(data, 'admin', key);
    const repeatedResponse = await importRows(data, 'admin', key);
    expect(first.body.created).toHaveLength(2);
    expect(repeatedResponse.body).toEqual({
      ...first.body,
      created: first.body.created.map((account) => ({ ...account, temporary_password: null })),
    });
    await expectNotStored(
      server,
      first.body.created.map((account) => account.temporary_password),
    );
  });

  test('one undo reverts all requests of an import, and keeps accounts whose users signed in', async () => {
    const importId = `teachers-${uniqueText()}`;
    const [one, two] = [row(), row()];
    const { body } = await importRows([one], 'admin', { 'x-import-id': importId });
    await importRows([two], 'admin', { 'x-import-id': importId });
    await server.signIn(one.username, body.created[0]?.temporary_password ?? '');
    const undone = await undo(await operationOf(importId));
    expect(undone.status).toBe(200);
    expect(undone.body.message).toContain('بقي');
    expect(await findAccount(one.username)).toBeDefined();
    expect(await findAccount(two.username)).toBeUndefined();
  });

  test('a file of a thousand is checked in one call, imported as one operation between other writes, and undone as one', async () => {
    const file = Array.from({ length: importCheckSize }, (_, index) =>
      row({ name: `معلم ${index}`, phone: `05${String(10_000_000 + index)}` }),
    );
    expect((await check(file)).body).toMatchObject({ imported: file.length, failed: 0, errors: [] });
    expect((await check([...file, row()])).status).toBe(422);
    // Hashing a thousand passwords takes a quarter of a minute.
    const rows = file.slice(
      0,
      rounds({ short: 3, all: importCheckSize / importChunkSize }) * importChunkSize,
    );
    const importId = `thousand-${uniqueText()}`;
    const state = { isDone: false };
    const importing = (async () => {
      const passwords = new Set<string>();
      for (let from = 0; from < rows.length; from += importChunkSize) {
        const headers = { 'x-import-id': importId, 'idempotency-key': `${importId}-${from}` };
        const { status, body } = await importRows(rows.slice(from, from + importChunkSize), 'admin', headers);
        expect(status).toBe(200);
        for (const { temporary_password } of body.created) passwords.add(String(temporary_password));
      }
      state.isDone = true;
      return passwords;
    })();
    // Other users sign in, read and write before the import ends.
    expect((await server.call('GET', '/batches', { as: 'teacher' })).status).toBe(200);
    expect((await server.call('PUT', '/batches/1', { as: 'admin', body: { batch_number: 1 } })).status).toBe(
      200,
    );
    await server.signIn('teacher', 'rasd-demo');
    expect(state.isDone).toBe(false);
    expect((await importing).size).toBe(rows.length);
    const count = async () => {
      const query = { range: [0, 0], filter: { role: 'teacher' } };
      const { headers } = await server.call('GET', '/users', { as: 'admin', query });
      return Number(String(headers['content-range']).split('/')[1]);
    };
    const after = await count();
    const undone = await undo(await operationOf(importId));
    expect(undone.status).toBe(200);
    expect(await count()).toBe(after - rows.length);
  });

  test('two concurrent requests for the same people create one account for each', async () => {
    const data = [row(), row(), row()];
    const answers = await Promise.all([importRows(data), importRows(data)]);
    expect(answers.flatMap(({ body }) => body.created)).toHaveLength(3);
    expect(answers.map(({ body }) => body.failed)).toEqual([0, 0]);
  });
});

describe('an admin of one section', () => {
  test('an admin of one section creates and changes only accounts of that section, and sees no owner of a user name in another section', async () => {
    const as = await createSectionAdmin('girls');
    const own = row();
    expect((await importRows([own], as)).body).toMatchObject({ imported: 1, failed: 0 });
    expect(await findAccount(own.username)).toMatchObject({ section: 'girls' });
    expect((await importRows([{ ...own, phone: '0500000005' }], as)).body).toMatchObject({ updated: 1 });

    const [boysAccount, accountWithoutSection] = [
      row({ section: 'بنين', name: 'هادي المطيري' }),
      row({ name: 'هادي المطيري' }),
    ];
    await importRows([boysAccount, accountWithoutSection]);
    const { body } = await importRows(
      [
        { ...boysAccount, section: '' },
        accountWithoutSection,
        row({ section: 'بنين' }),
        { ...own, section: 'boys' },
      ],
      as,
    );
    expect(body).toMatchObject({ imported: 0, updated: 0, failed: 4, created: [] });
    expect(body.errors.map(({ field }) => field)).toEqual(['username', 'username', 'section', 'section']);
    expect(body.errors[0]?.message).toContain('ليس من قسمك');
    expect(JSON.stringify(body.errors)).not.toContain('هادي');
  });
});

describe('an account with a used user name', () => {
  const create = (username: string, as: As = 'admin') =>
    server.call<Record<string, unknown>>('POST', '/users', {
      as,
      body: { username, name: 'سعد', role: 'teacher' },
    });

  test('a used user name is refused on creation and on a change; the error has the owner and a free name', async () => {
    const username = `form${uniqueText()}x`;
    const owner = await addUser({ username, name: 'ماجد الزهراني', role: 'teacher' });
    const refusal = await create(username.toUpperCase());
    expect(refusal).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE', suggestion: `${username.toUpperCase()}2`, user_id: owner.id },
    });
    expect(JSON.stringify(refusal.body['details'])).toContain('«ماجد الزهراني» (معلم)');
    const created = await create(`${username}2`);
    expect(created.status).toBe(201);
    const { id, version } = created.body as unknown as User;
    const changeResponse = await server.call('PUT', `/users/${id}`, {
      as: 'admin',
      body: { username, version },
    });
    expect(changeResponse).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE', suggestion: `${username}3`, user_id: owner.id },
    });
    const body = { username: `${username}2`, name: 'سعد السالم', version };
    expect((await server.call('PUT', `/users/${id}`, { as: 'admin', body })).status).toBe(200);
  });

  test('the error for a used user name does not show the owner to an admin of another section', async () => {
    const as = await createSectionAdmin('boys');
    const username = `form${uniqueText()}x`;
    await addUser({ username, name: 'هادي المطيري', role: 'teacher', section: 'girls' });
    const refusal = await create(username, as);
    expect(refusal).toMatchObject({ status: 409, body: { suggestion: `${username}2`, user_id: null } });
    expect(JSON.stringify(refusal.body)).not.toContain('هادي');
  });
});

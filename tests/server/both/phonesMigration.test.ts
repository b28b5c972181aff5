import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { foldBasicLetters, sortKey } from '../../../contract/rules/arabicText';
import { openPostgres } from '../../../server/db/engine/postgres';
import { openSqlite } from '../../../server/db/engine/sqlite';
import { migrate, steps } from '../../../server/db/migrations/index';
import { quickHash, startTestApp, type TestApp } from '../../support/app';
import { isPostgres, newDatabase } from '../../support/database';
import { compareSearchIndex } from '../../support/searchIndex';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

async function startMigratedServer(stepCount = 3): Promise<TestApp> {
  const server = await startTestApp({ url: await newDatabaseOfSteps(stepCount) });
  opened.push(() => server.close());
  return server;
}

const nameColumns = [
  ['programs', 'program_name', 'program_name_sort'],
  ['batches', 'batch_name', 'batch_name_sort'],
  ['subjects', 'name', 'name_sort'],
  ['students', 'full_name', 'full_name_sort'],
  ['circles', 'name', 'name_sort'],
  ['users', 'name', 'name_sort'],
] as const;
const time = '2026-11-01T00:00:00Z';
const recorded = { version: 1, created_at: time, updated_at: time };
const oldKey = (name: string) => sortKey(name, foldBasicLetters);

/** A database of the first steps, in which pairs of names differ only in letters of other languages. */
async function newDatabaseOfSteps(count: number): Promise<string> {
  const { url, discard } = await newDatabase();
  opened.push(discard);
  const engine = isPostgres ? openPostgres(url, {}) : openSqlite(url.slice('sqlite:'.length));
  const kind = isPostgres ? 'postgres' : 'sqlite';
  const earlierSteps = Object.fromEntries(Object.entries(steps).slice(0, count));
  await migrate(engine.migrationDb, kind, { steps: earlierSteps });
  const db = engine.migrationDb;
  const insert = async (table: string, rows: readonly Record<string, unknown>[]) => {
    for (const row of rows) {
      const columns = Object.keys(row).map((column) => sql.ref(column));
      await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(Object.values(row))})`.execute(
        db,
      );
    }
  };
  const settings = { institute_name: 'معهد', teacher_scope: 'all', time_zone: 'Asia/Riyadh', is_demo: 0 };
  await insert('settings', [{ id: 1, ...recorded, ...settings }]);
  const password_hash = await quickHash('rasd-demo');
  const account = { ...recorded, password_hash, is_active: 1, must_change_password: 0 };
  const names = ['طاهر', 'طاہر'];
  await insert(
    'users',
    names.map((name, index) => ({
      id: index + 1,
      ...account,
      username: name,
      username_key: foldBasicLetters(name),
      name,
      name_sort: oldKey(name),
      role: 'admin',
      phone: index === 0 ? '0500031054' : null,
    })),
  );
  for (const [index, name] of names.entries()) {
    const id = index + 1;
    await insert('programs', [
      {
        id,
        ...recorded,
        program_id: `P${id}`,
        program_name: name,
        program_name_sort: oldKey(name),
        levels: 1,
        status: 'active',
      },
    ]);
    const batch = { program_row_id: id, academic_year: '1447', batch_number: 1, status: 'نشطة' };
    await insert('batches', [{ id, ...recorded, batch_name: name, batch_name_sort: oldKey(name), ...batch }]);
    await insert('subjects', [
      {
        id,
        ...recorded,
        subject_code: `S${id}`,
        base_subject_code: `S${id}`,
        name,
        name_sort: oldKey(name),
        level: 1,
        hours: 1,
        type: 'مادة',
        batch_id: 1,
        status: 'active',
      },
    ]);
    await insert('circles', [{ id, ...recorded, subject_id: 1, name, name_sort: oldKey(name), days: '[]' }]);
    await insert('students', [
      {
        id,
        ...recorded,
        student_id: `1447000${id}`,
        first_name: name,
        last_name: 'الراشد',
        full_name: `${name} الراشد`,
        full_name_sort: oldKey(`${name} الراشد`),
        phone: ['00966500031054', 'لايوجد'][index],
        additional_phone: ['01001234567', null][index],
        gender: 'ذكر',
        nationality: 'سعودي',
      },
    ]);
  }
  await sql`update row_counts set total = 2`.execute(db);
  await insert('search_terms', [{ kind: 'students', term: 'طاہر', row_id: 2, shared: 0, repeats: 0 }]);
  await insert('search_texts', [{ kind: 'students', row_id: 2, text: ' طاہر ' }]);
  await insert('operations', [
    {
      id: 1,
      user_id: 1,
      user_name: 'طاهر',
      user_role: 'admin',
      action: 'update',
      description: 'x',
      table_name: 'students',
      rows_count: 1,
      performed_at: time,
    },
  ]);
  await insert('operation_terms', [
    { term: 'طاہر', operation_id: 1 },
    { term: 'طاهر', operation_id: 1 },
  ]);
  if (isPostgres)
    for (const table of ['operations', 'programs', 'batches', 'subjects', 'circles', 'students', 'users'])
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 10)`.execute(db);
  await engine.close();
  return url;
}

test.each([2, 3])(
  'stored rows of step %i get their keys and stay reachable, also if two names became equal',
  async (stepCount) => {
    const server = await startMigratedServer(stepCount);
    const students = await server.data.read.selectFrom('students').selectAll().orderBy('id').execute();
    expect(
      students.map(({ phone, phone_key, additional_phone_key }) => [phone, phone_key, additional_phone_key]),
    ).toEqual([
      ['00966500031054', '+966500031054', null],
      ['لايوجد', null, null],
    ]);
    expect(students.map(({ full_name }) => full_name)).toEqual(['طاهر الراشد', 'طاہر الراشد']);
    const users = await server.data.read.selectFrom('users').selectAll().orderBy('id').execute();
    expect(users.map(({ username_key, phone_key }) => [username_key, phone_key])).toEqual([
      ['طاهر', '+966500031054'],
      ['طاہر', null],
    ]);
    for (const [table, name, key] of nameColumns) {
      const rows = await sql<{ name: string; key: string }>`
      select ${sql.ref(name)} as name, ${sql.ref(key)} as key from ${sql.table(table)}`.execute(
        server.data.read,
      );
      for (const row of rows.rows) expect(row.key).toBe(sortKey(row.name));
    }
    const index = await compareSearchIndex(server.data);
    expect(index.stored).toEqual(index.computed);
    const terms = await server.data.read.selectFrom('operation_terms').select('term').execute();
    expect(terms).toEqual([{ term: 'طاهر' }]);

    const tokens = [await server.signIn('طاهر'), await server.signIn('طاہر')];
    const own = await Promise.all(
      tokens.map((token) => server.call<{ id: number }>('GET', '/auth/me', { as: { token } })),
    );
    expect(new Set(own.map(({ body }) => JSON.stringify(body))).size).toBe(2);
    const as = { token: tokens[0] ?? '' };
    const names = async (path: string) =>
      (
        await server.call<{ id: number }[]>('GET', path, {
          as,
          query: { range: [0, 9], filter: { q: 'طاهر' } },
        })
      ).body.map(({ id }) => id);
    for (const path of ['/students', '/users', '/programs', '/batches', '/subjects', '/circles'])
      expect((await names(path)).toSorted(), path).toEqual([1, 2]);
  },
);

test('a record whose name equals another is changed, deleted and imported as before', async () => {
  const server = await startMigratedServer();
  const as = { token: await server.signIn('طاهر') };
  const change = async (path: string, body: object) => {
    const answer = await server.call('PUT', path, { as, body });
    expect(answer.status, answer.text).toBe(200);
  };
  for (const id of [1, 2]) {
    const name = ['طاهر', 'طاہر'][id - 1];
    await change(`/circles/${id}`, { name, place: 'المسجد' });
    await change(`/programs/${id}`, { program_name: name, duration: 'سنة' });
    await change(`/batches/${id}`, { batch_name: name, academic_year: '1448' });
    await change(`/subjects/${id}`, { name, hours: 2 });
    await change(`/users/${id}`, { name, email: `user${id}@example.org` });
  }
  const rows = ['طاهر', 'طاہر'].map((name, index) => ({
    student_id: `1447000${index + 1}`,
    batch_name: name,
    ...(index === 0 && { circle_name: 'طاہر' }),
  }));
  const data = rows.map((row) => ({ first_name: 'طاهر', last_name: 'الراشد', ...row }));
  const imported = await server.call<{ errors: unknown[] }>('POST', '/students/import', {
    as,
    body: { data },
  });
  expect(imported.body).toMatchObject({ updated: 2, errors: [] });
  const members = await server.data.read.selectFrom('circle_members').select('circle_id').execute();
  expect(members).toEqual([{ circle_id: 2 }]);
  const usedName = { subject_code: 'S1', name: 'طاھر', days: [], teacher_id: null };
  expect((await server.call('POST', '/circles', { as, body: usedName })).status).toBe(409);
  const free = await server.call('POST', '/circles', { as, body: { ...usedName, name: 'سعد' } });
  expect(free.status, free.text).toBe(201);
});

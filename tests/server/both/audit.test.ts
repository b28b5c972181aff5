import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type AuditDetail, type AuditEntry, auditSorts } from '../../../contract/audit';
import { dateInZone, defaultTimeZone } from '../../../contract/rules/hijri';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { newProgram, newStudent, newUser, uniqueText } from '../../support/sampleCalls';

let server: TestApp;
/** The first tests set the clock to this time. */
let moment: string | null = null;
beforeAll(async () => {
  server = await startTestApp({ now: () => (moment === null ? new Date() : new Date(moment)) });
});
afterAll(() => server.close());

const listTrail = async (filter: Record<string, unknown> = {}, range = [0, 24]) =>
  server.call<AuditEntry[]>('GET', '/audit', { as: 'admin', query: { range, filter } });
const detail = async (id: number, query: Record<string, unknown> = {}) =>
  (await server.call<AuditDetail>('GET', `/audit/${id}`, { as: 'admin', query })).body;

describe('the audit trail', () => {
  test('the audit trail lists user, action and time, the newest first, page by page', async () => {
    const program = await newProgram(server);
    await server.call('PUT', `/programs/${program.id}`, { as: 'admin', body: { duration: 'سنة' } });
    const { body, headers } = await listTrail({}, [0, 1]);
    expect(body).toMatchObject([
      {
        action: 'update',
        description: `تعديل البرنامج «${program.program_name}»`,
        user_role: 'admin',
        rows_count: 1,
      },
      { action: 'create', table_name: 'programs', item_name: program.program_name, is_expired: false },
    ]);
    expect(headers['content-range']).toMatch(/^audit 0-1\/\d+$/);
    const { body: ascending } = await server.call<AuditEntry[]>('GET', '/audit', {
      as: 'admin',
      query: { range: [0, 0], sort: ['performed_at', 'ASC'] },
    });
    expect(ascending).toMatchObject([{ id: 1, user_id: null, user_role: 'system' }]);
  });

  test('the audit trail is sorted by each column in both directions', async () => {
    const account = await addAccount(server, 'admin', { username: `آمنة-${uniqueText()}` });
    const as = await account.signIn();
    const { body: program } = await server.call<{ id: number }>('POST', '/programs', {
      as,
      body: { program_id: uniqueText(), program_name: uniqueText() },
    });
    await server.call('DELETE', `/programs/${program.id}`, { as });
    await newStudent(server);
    for (const key of auditSorts) {
      const values = async (direction: string, range = [0, 999]) => {
        const { status, body } = await server.call<AuditEntry[]>('GET', '/audit', {
          as: 'admin',
          query: { range, sort: [key, direction] },
        });
        expect(status, key).toBe(200);
        return body;
      };
      const ascending = (await values('ASC')).map((entry) => entry[key]);
      expect(new Set(ascending).size, key).toBeGreaterThan(1);
      expect(ascending, key).toEqual(ascending.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
      const [descending, ids] = [await values('DESC'), (await values('ASC')).map(({ id }) => id)];
      expect(
        descending.map(({ id }) => id),
        key,
      ).toEqual(ids.toReversed());
      expect(
        (await values('ASC', [2, 3])).map(({ id }) => id),
        key,
      ).toEqual(ids.slice(2, 4));
    }
  });

  test('the audit trail can be searched in Arabic by description, record and user, with words in any order', async () => {
    const account = await addAccount(server, 'admin', { username: `أسامة-${uniqueText()}` });
    const as = await account.signIn();
    const name = `برنامج الإتقان ${uniqueText()}`;
    await server.call('POST', '/programs', { as, body: { program_id: uniqueText(), program_name: name } });
    for (const q of ['اسامه الاتقان', 'الاتقان اضافه', `${name} أسامة`]) {
      const { body } = await listTrail({ q });
      expect(
        body.map((entry) => entry.item_name),
        q,
      ).toContain(name);
    }
    expect((await listTrail({ q: 'اسامه لايوجد' })).body).toEqual([]);
    expect((await listTrail({ q: 'الاتقان حذف' })).body).toEqual([]);
  });

  test('a common word finds the same entries as a filter, with their total', async () => {
    const { headers } = await listTrail({ action: 'create' }, [0, 0]);
    for (let count = 0; count < 3; count++) await newProgram(server);
    const { body, headers: after } = await listTrail({ action: 'create', q: 'إضافة برنامج' }, [0, 1]);
    expect(body).toHaveLength(2);
    expect(headers['content-range']).not.toBe(after['content-range']);
  });

  test('the audit trail is filtered by user, table, action and dates', async () => {
    const account = await addAccount(server, 'admin');
    const as = await account.signIn();
    const { body: program } = await server.call<{ id: number }>('POST', '/programs', {
      as,
      body: { program_id: uniqueText(), program_name: uniqueText() },
    });
    await server.call('DELETE', `/programs/${program.id}`, { as });
    const ownFilter = { user_id: account.id };
    expect((await listTrail(ownFilter)).body.map(({ action }) => action)).toEqual(['delete', 'create']);
    expect((await listTrail({ ...ownFilter, action: 'delete' })).body).toHaveLength(1);
    expect((await listTrail({ ...ownFilter, table_name: 'students' })).body).toEqual([]);
    expect((await listTrail({ ...ownFilter, end_date: '2020-01-01' })).body).toEqual([]);
    expect((await listTrail({ ...ownFilter, start_date: '2020-01-01' })).body).toHaveLength(2);
  });

  test('the audit trail finds an import by the table and the day of each of its requests, and shows time and author of each row', async () => {
    onTestFinished(() => void (moment = null));
    const account = await addAccount(server, 'admin');
    const [program, batch] = [uniqueText(), `دفعة ${uniqueText()}`];
    const headers = { 'x-import-id': `import-${uniqueText()}` };
    const send = async (type: string, row: object) => {
      // The requests are days apart, so the last session has expired.
      const as = await account.signIn();
      const answer = await server.call('POST', `/${type}/import`, { as, headers, body: { data: [row] } });
      expect(answer.body, answer.text).toMatchObject({ imported: 1 });
    };
    const times = [
      '2026-11-18T09:00:00.000Z',
      '2026-11-18T09:01:00.000Z',
      '2026-11-19T07:00:00.000Z',
    ] as const;
    moment = times[0];
    await send('programs', { code: program, name: `برنامج ${program}`, levels: 4 });
    moment = times[1];
    await send('batches', { name: batch, program_id: program });
    moment = times[2];
    const renamed = { name: `اسم ${uniqueText()}` };
    await server.data.writeUnlogged((trx) =>
      trx.updateTable('users').set(renamed).where('id', '=', account.id).execute(),
    );
    const student = { first_name: 'سعد', last_name: 'الراشد', national_id: '1098765432', batch_name: batch };
    await send('students', student);
    moment = null;
    const ownFilter = { user_id: account.id };
    const findIds = async (filter: object) =>
      (await listTrail({ ...ownFilter, ...filter })).body.map(({ id }) => id);
    const all = await findIds({});
    expect(all).toHaveLength(1);
    const days = (day: string) => ({ start_date: day, end_date: day });
    for (const table_name of ['programs', 'batches', 'students'])
      expect(await findIds({ table_name }), table_name).toEqual(all);
    expect(await findIds({ table_name: 'grades' })).toEqual([]);
    expect(await findIds(days('2026-11-18'))).toEqual(all);
    expect(await findIds(days('2026-11-19'))).toEqual(all);
    expect(await findIds(days('2026-11-20'))).toEqual([]);
    expect(await findIds({ ...days('2026-11-19'), table_name: 'students' })).toEqual(all);
    expect(await findIds({ ...days('2026-11-18'), table_name: 'students' })).toEqual([]);
    const { rows } = await detail(Number(all[0]));
    const writeOf = (table: string) => {
      const row = rows.find(({ table_name }) => table_name === table);
      return [row?.performed_at, row?.user_name];
    };
    expect(['programs', 'batches', 'students'].map(writeOf)).toEqual([
      [times[0], account.username],
      [times[1], account.username],
      [times[2], renamed.name],
    ]);
    const row = rows.find(({ table_name }) => table_name === 'students')?.row_id;
    expect(await findIds({ student_row_id: row, ...days('2026-11-19') })).toEqual(all);
    expect(await findIds({ student_row_id: row, ...days('2026-11-18') })).toEqual([]);
  });

  test('the audit trail keeps two imports apart if a second user sends the import number of the first', async () => {
    const [one, other] = [await addAccount(server, 'admin'), await addAccount(server, 'admin')];
    const headers = { 'x-import-id': `import-${uniqueText()}` };
    for (const { signIn } of [one, other, one]) {
      const code = uniqueText();
      const body = { data: [{ code, name: `برنامج ${code}`, levels: 4 }] };
      const answer = await server.call('POST', '/programs/import', { as: await signIn(), headers, body });
      expect(answer.body, answer.text).toMatchObject({ imported: 1 });
    }
    for (const [{ id }, rows_count] of [
      [one, 2],
      [other, 1],
    ] as const)
      expect((await listTrail({ user_id: id })).body).toMatchObject([{ action: 'import', rows_count }]);
  });

  test('the audit trail of one student lists only the entries of his record, his moves and his status', async () => {
    const [student, other] = [await newStudent(server), await newStudent(server)];
    for (const { id } of [student, other])
      await server.call('PUT', `/students/${id}`, { as: 'admin', body: { phone: '0551234567' } });
    const status = {
      student_row_ids: [student.id],
      status: 'suspended',
      // After midnight in the institute the UTC date is still yesterday.
      date: dateInZone(new Date(), defaultTimeZone),
    };
    expect(await server.call('POST', '/students/status', { as: 'admin', body: status })).toMatchObject({
      status: 200,
    });
    const { body } = await listTrail({ student_row_id: student.id });
    expect(body.map(({ action, item_name }) => [action, item_name])).toEqual([
      ['update', student.full_name],
      ['update', student.full_name],
      ['create', student.full_name],
    ]);
    expect((await listTrail({ student_row_id: other.id })).body).toHaveLength(2);
  });

  test('the audit trail shows the rows of an operation before and after, and the user who undid it', async () => {
    const student = await newStudent(server);
    const headers = { 'x-session-id': uniqueText() };
    await server.call('PUT', `/students/${student.id}`, {
      as: 'admin',
      body: { nationality: 'مصري' },
      headers,
    });
    await server.call('POST', '/undo/latest', { as: 'admin', headers });
    const [undo, update] = (await listTrail({}, [0, 1])).body as [AuditEntry, AuditEntry];
    expect(undo).toMatchObject({ action: 'undo', undo_of: update.id });
    expect(await detail(update.id)).toMatchObject({
      undone_by: expect.any(String),
      rows: [
        {
          table_name: 'students',
          row_id: student.id,
          before: { nationality: 'سعودي' },
          after: { nationality: 'مصري', full_name: student.full_name },
        },
      ],
      pagination: { page: 1, limit: 50, total: 1, totalPages: 1 },
    });
  });

  test.each([{ user_id: 2 ** 53 }, { user_id: 1.5 }, { table_name: 'x'.repeat(61) }])(
    'the audit trail refuses the impossible filter %j',
    async (filter) => {
      expect(await listTrail(filter)).toMatchObject({ status: 422, body: { code: 'VALIDATION' } });
      expect((await listTrail({ user_id: 2_000_000_000, table_name: 'a\u0000' })).body).toEqual([]);
    },
  );

  test('the audit trail shows the rows of a large operation page by page', async () => {
    const first = await detail(1, { limit: 10 });
    const second = await detail(1, { limit: 10, page: 2 });
    expect(first.rows).toHaveLength(10);
    expect(first.pagination.total).toBe(first.rows_count);
    expect(second.rows[0]).not.toEqual(first.rows[0]);
  });

  test('the audit trail never shows a hash, a token or a picture', async () => {
    await newUser(server, 'teacher');
    await server.call('POST', '/auth/forgot', { body: { username: 'teacher' } });
    const hashes = await server.data.read.selectFrom('users').select('password_hash').execute();
    const operations = await server.data.read.selectFrom('operations').select(['id', 'rows_count']).execute();
    for (const { id, rows_count } of operations)
      for (let page = 1; page <= Math.ceil(rows_count / 200); page++) {
        const text = JSON.stringify(await detail(id, { page, limit: 200 }));
        expect(text).not.toMatch(/argon2|password_hash|token|"logo"|username_key/);
        for (const { password_hash } of hashes) expect(text).not.toContain(password_hash);
      }
  });

  test('the audit trail answers 404 for a missing operation, and is only for admins', async () => {
    expect((await server.call('GET', '/audit/2000000000', { as: 'admin' })).status).toBe(404);
    for (const as of ['teacher', 'student'] as const) {
      expect((await server.call('GET', '/audit/1', { as })).status).toBe(403);
      expect((await server.call('GET', '/audit', { as })).status).toBe(403);
    }
  });
});

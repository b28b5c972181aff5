import simpleRestProvider from 'ra-data-simple-rest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app';
import { newBatch, newProgram, newStudent, newSubject, newUser, uniqueText } from '../support/sampleCalls';

let server: TestApp;
let client: ReturnType<typeof simpleRestProvider>;
beforeAll(async () => {
  server = await startTestApp();
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const token = await server.signIn('admin');
  // Works like fetchJson of react-admin, with the token of a signed-in admin.
  client = simpleRestProvider(`${address}/api`, async (url, options = {}) => {
    const headers = new Headers(options.headers);
    if (!headers.has('Content-Type') && options.body) headers.set('Content-Type', 'application/json');
    headers.set('Authorization', `Bearer ${token}`);
    const response = await fetch(String(url), { ...options, headers });
    const body = await response.text();
    if (!response.ok) throw new Error(`${options.method ?? 'GET'} ${url}: ${response.status} ${body}`);
    return { status: response.status, headers: response.headers, body, json: JSON.parse(body) };
  });
});
afterAll(() => server.close());

type Made = Record<string, unknown> & { id: number };
const digits = () => String(1_000_000_000 + Math.floor(Math.random() * 8_999_999_999));
const page = {
  pagination: { page: 1, perPage: 25 },
  sort: { field: 'id', order: 'DESC' as const },
  filter: {},
};

/** For each resource: an existing record, a new one, and a field to change. */
const resources: [string, (of: TestApp) => Promise<{ id: number }>, () => object, string, unknown][] = [
  [
    'programs',
    newProgram,
    () => ({ program_id: uniqueText(), program_name: `برنامج ${uniqueText()}` }),
    'duration',
    'سنتان',
  ],
  ['batches', newBatch, () => ({ batch_name: `دفعة ${uniqueText()}`, program_id: 'QRN' }), 'batch_number', 7],
  [
    'subjects',
    newSubject,
    () => ({ subject_code: uniqueText(), name: `مادة ${uniqueText()}`, batch_id: 1 }),
    'hours',
    4,
  ],
  [
    'students',
    newStudent,
    () => ({ first_name: 'سعد', last_name: 'الراشد', national_id: digits() }),
    'nationality',
    'مصري',
  ],
  ['users', newUser, () => ({ username: uniqueText(), name: 'نورة السالم' }), 'phone', '0512345678'],
];

describe.each(resources)(
  'the unmodified client of ra-data-simple-rest on %s',
  (name, make, draft, field, to) => {
    const readOne = (id: number) => client.getOne<Made>(name, { id }).then(({ data }) => data);

    test('the client lists, finds one and finds many', async () => {
      const [first, second] = [(await make(server)).id, (await make(server)).id];
      const { data, total } = await client.getList<Made>(name, page);
      expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining([first, second]));
      expect(total).toBeGreaterThanOrEqual(2);
      expect((await readOne(first)).id).toBe(first);
      for (const ids of [
        [first, second],
        [String(first), String(second)],
      ]) {
        const many = await client.getMany(name, { ids });
        expect(many.data.map(({ id }) => Number(id)).toSorted((a, b) => a - b)).toEqual([first, second]);
      }
      expect((await client.getMany(name, { ids: [] })).data).toEqual([]);
    });

    test('the client creates, changes a loaded record, and deletes', async () => {
      const { data: created } = await client.create<Made>(name, { data: draft() });
      expect(created).toMatchObject({ id: expect.any(Number) });
      const read = await readOne(created.id);
      const changed = await client.update<Made>(name, {
        id: created.id,
        data: { ...read, [field]: to },
        previousData: read,
      });
      expect(changed.data[field]).toBe(to);
      await client.delete(name, { id: created.id, previousData: changed.data });
      await expect(readOne(created.id)).rejects.toThrow('404');
    });

    test('the client changes and deletes many, one call each', async () => {
      const ids = [(await make(server)).id, (await make(server)).id];
      expect((await client.updateMany(name, { ids, data: { [field]: to } })).data).toEqual(ids);
      for (const id of ids) expect((await readOne(id))[field]).toBe(to);
      await client.deleteMany(name, { ids });
      expect((await client.getMany(name, { ids })).data).toEqual([]);
    });
  },
);

describe('related records by reference', () => {
  test('an admin lists batches, subjects and students of a programme and of a batch, the student of an account and the reverse', async () => {
    const program = await newProgram(server);
    const { data: batch } = await client.create<Made>('batches', {
      data: { batch_name: `دفعة ${uniqueText()}`, program_id: program.program_id },
    });
    const { data: subject } = await client.create<Made>('subjects', {
      data: { subject_code: uniqueText(), name: `مادة ${uniqueText()}`, batch_id: batch.id },
    });
    const { data: student } = await client.create<Made>('students', {
      data: { first_name: 'سعد', last_name: 'الراشد', national_id: digits(), batch_id: batch.id },
    });
    const { data: user } = await client.create<Made>('users', {
      data: {
        username: uniqueText(),
        name: 'نورة السالم',
        role: 'student',
        student_id: student['student_id'],
      },
    });
    const referring: [string, string, string | number, Made][] = [
      ['batches', 'program_id', program.program_id, batch],
      ['batches', 'program_id', program.id, batch],
      ['batches', 'program_name', program.program_name, batch],
      ['subjects', 'program_id', program.program_id, subject],
      ['subjects', 'program_id', program.id, subject],
      ['subjects', 'batch_id', batch.id, subject],
      ['subjects', 'batch_name', String(batch['batch_name']), subject],
      ['students', 'program_id', program.program_id, student],
      ['students', 'program_id', program.id, student],
      ['students', 'program_name', program.program_name, student],
      ['students', 'batch_id', batch.id, student],
      ['students', 'batch_id', String(batch.id), student],
      ['students', 'user_id', user.id, student],
      ['users', 'student_id', String(student['student_id']), user],
      ['users', 'student_id', student.id, user],
    ];
    for (const [resource, target, id, expected] of referring) {
      const { data, total } = await client.getManyReference<Made>(resource, { ...page, target, id });
      expect([resource, target, id, data.map((row) => row.id), total]).toEqual([
        resource,
        target,
        id,
        [expected.id],
        1,
      ]);
      const other = target.endsWith('_name') ? uniqueText() : 999_999;
      const none = await client.getManyReference(resource, { ...page, target, id: other });
      expect(none.data).toEqual([]);
    }
  });

  test('an admin lists accounts by reference, and a teacher does not', async () => {
    const query = { range: [0, 9], sort: ['id', 'ASC'], filter: { user_id: 1 } };
    expect((await server.call('GET', '/students', { as: 'teacher', query })).status).toBe(403);
    const batch = { ...query, filter: { batch_id: 1 } };
    expect((await server.call('GET', '/students', { as: 'teacher', query: batch })).status).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../contract/index';
import { filledPath, pathParameters } from '../../contract/endpoint';
import type { Program } from '../../contract/programs';
import type { Student } from '../../contract/students';
import { type AnyWrite, carryOut, writeNames } from '../support/anyWrites';
import { type Answer, startTestApp, type TestApp } from '../support/app';
import { dump } from '../support/database';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const arabic = /^[\u0600-\u06FF]/;
const actor = { userId: 1, name: 'مدير', role: 'admin', undoSession: null };

const operations = () => server.data.read.selectFrom('operations').selectAll().orderBy('id').execute();

async function newOperations(run: () => Promise<unknown>) {
  const before = (await operations()).length;
  await run();
  return (await operations()).slice(before);
}

describe('operations', () => {
  test.each(writeNames)(
    '%s: one operation, told in Arabic, of a person and an undo session',
    async (name) => {
      const write: AnyWrite = { name, which: 3, other: writeNames.indexOf(name) + 1, word: 'تجويد' };
      let status = 0;
      const made = await newOperations(async () => {
        status = (await carryOut(server, write))?.status ?? 0;
      });
      expect([200, 201]).toContain(status);
      expect(made).toHaveLength(1);
      const [operation] = made;
      expect(operation?.description).toMatch(arabic);
      expect(operation?.user_id).toBeGreaterThan(0);
      expect(operation?.user_name).not.toBe('');
      const isOwnWork = name !== 'forget a password';
      expect(operation?.undo_session).toBe(isOwnWork ? 'any-writes' : null);
      const rows = await server.data.read
        .selectFrom('operation_rows')
        .selectAll()
        .where('operation_id', '=', Number(operation?.id))
        .execute();
      expect(rows).toHaveLength(Number(operation?.rows_count));
      for (const { before, after } of rows) expect(before).not.toEqual(after);
    },
  );

  test('an update that changes nothing is recorded nowhere and raises no version', async () => {
    const { body: read } = await server.call<Program>('GET', '/programs/2', { as: 'admin' });
    const made = await newOperations(async () => {
      const saved = await server.call<Program>('PUT', '/programs/2', { as: 'admin', body: read });
      expect(saved).toMatchObject({ status: 200, body: read });
    });
    expect(made).toEqual([]);
  });

  test('a write that is refused leaves nothing behind', async () => {
    const before = await dump(server.data);
    const made = await newOperations(async () => {
      const body = { program_id: 'HALF', program_name: 'برنامج' };
      await expect(
        server.data.write(actor, async (unit) => {
          unit.describe('create', 'programs', null, 'إضافة');
          await unit.insert('programs', {
            ...body,
            specialty: null,
            levels: 3,
            description: null,
            duration: null,
            status: 'active',
          });
          throw new Error('half-way');
        }),
      ).rejects.toThrow('half-way');
    });
    expect(made).toEqual([]);
    expect(await dump(server.data)).toEqual(before);
  });

  test('a unit that changes rows without saying what it does is refused', async () => {
    const before = await dump(server.data);
    const silent = server.data.write(actor, (unit) => unit.update('programs', 1, { levels: 7 }));
    await expect(silent).rejects.toThrow('without saying what it does');
    expect(await dump(server.data)).toEqual(before);
  });

  test('rows that are inserted together come back in their order', async () => {
    const names = ['ياء', 'باء', 'جيم', 'ألف'];
    const rows = await server.data.write(actor, async (unit) => {
      unit.describe('import', 'programs', null, 'إضافة برامج');
      const programs = names.map((program_name, place) => ({
        program_id: `ORD${9 - place}`,
        program_name,
        specialty: null,
        levels: 3,
        description: null,
        duration: null,
        status: 'active',
      }));
      return unit.insertMany('programs', programs);
    });
    expect(rows.map((row) => row.program_name)).toEqual(names);
    expect(rows.map((row) => row.id)).toEqual(rows.map((row) => row.id).toSorted((a, b) => a - b));
  });
});

describe('many at once', () => {
  test('each save on one record is applied, or told the record as it is; none is lost', async () => {
    const { body: student } = await server.call<Student>('GET', '/students/5', { as: 'admin' });
    const saves: { version: number; phone: string; answer: Answer<Student & { current?: Student }> }[] = [];
    const saver = async (name: number) => {
      let version = Number(student.version);
      for (let round = 0; round < 6; round += 1) {
        const phone = `05${name}${round}`;
        const answer = await server.call<Student & { current?: Student }>('PUT', '/students/5', {
          as: 'admin',
          body: { version, additional_phone: phone },
        });
        saves.push({ version, phone, answer });
        version = Number((answer.body.current ?? answer.body).version);
      }
    };
    await Promise.all(Array.from({ length: 12 }, (_, name) => saver(name + 10)));
    const applied = saves.filter(({ answer }) => answer.status === 200);
    const refused = saves.filter(({ answer }) => answer.status !== 200);
    expect(applied.length + refused.length).toBe(72);
    expect(refused.length).toBeGreaterThan(0);
    for (const { version, phone, answer } of applied)
      expect(answer.body).toMatchObject({ additional_phone: phone, version: version + 1 });
    for (const { version, answer } of refused) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'STALE' } });
      expect(answer.body.current?.version).toBeGreaterThan(version);
    }
    const { body: last } = await server.call<Student>('GET', '/students/5', { as: 'admin' });
    expect(last.version).toBe(Number(student.version) + applied.length);
  });

  test('students added at the same time get numbers of their own', async () => {
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        server.call<Student>('POST', '/students', {
          as: 'admin',
          body: { first_name: 'سعد', last_name: 'الجديد', national_id: `20000000${10 + place}` },
        }),
      ),
    );
    expect(added.map((one) => one.status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect(new Set(added.map((one) => one.body.student_id)).size).toBe(20);
  });
});

test('no password, hash or token leaves through any answer', async () => {
  const { password_hash } = await server.data.read
    .selectFrom('users')
    .select('password_hash')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow();
  const texts: string[] = [];
  for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
    const names = pathParameters(endpoint.path);
    for (const value of names.length > 0 ? ['1', '2', '3', 'SHR101-1', 'QRN101-1'] : ['']) {
      const path = filledPath(endpoint.path, Object.fromEntries(names.map((name) => [name, value])));
      texts.push((await server.call('GET', path, { as: 'admin' })).text);
    }
  }
  texts.push(
    (await server.call('POST', '/auth/login', { body: { username: 'admin', password: 'rasd-demo' } })).text,
  );
  const all = texts.join('\n');
  expect(all.length).toBeGreaterThan(10_000);
  expect(all.includes(password_hash)).toBe(false);
  expect(all.match(/\$argon2|"(password|password_hash|token_hash)":"/g)).toBeNull();
});

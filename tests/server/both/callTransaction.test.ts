import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inOneTransaction } from '../../../server/db/callTransaction';
import type { Data } from '../../../server/db/data';
import { startTestApp, type TestApp } from '../../support/app';
import { uniqueText } from '../../support/sampleCalls';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const actor = {
  userId: 1,
  name: 'مدير',
  role: 'admin',
  undoSession: null,
  requireStepUp: async () => undefined,
} as const;
const add = (data: Data, program_id: string) =>
  data.write(actor, async (unit) => {
    unit.describe('create', 'programs', program_id, program_id);
    await unit.insert('programs', {
      program_id,
      program_name: program_id,
      levels: 8,
      status: 'نشط',
    });
    return program_id;
  });
const readStored = async (ids: readonly string[]) =>
  (
    await server.data.read
      .selectFrom('programs')
      .select('program_id')
      .where('program_id', 'in', ids)
      .orderBy('id')
      .execute()
  ).map(({ program_id }) => program_id);

test('a failed write of a call is rolled back, and the call continues', async () => {
  const [first, second] = [uniqueText(), uniqueText()];
  const call = async (data: Data) => {
    await add(data, first);
    await expect(
      data.writeUnlogged(async (trx) => {
        await trx
          .updateTable('programs')
          .set({ program_name: 'لا يبقى' })
          .where('program_id', '=', first)
          .execute();
        await sql`insert into programs select * from programs where program_id = ${first}`.execute(trx);
      }),
    ).rejects.toThrow(/unique|duplicate|taken|not null/i);
    const { program_name } = await data.read
      .selectFrom('programs')
      .select('program_name')
      .where('program_id', '=', first)
      .executeTakeFirstOrThrow();
    return [program_name, await add(data, second)];
  };
  expect(await inOneTransaction(server.data, call, async () => undefined)).toEqual([first, second]);
  expect(await readStored([first, second])).toEqual([first, second]);
});

test('concurrent writes of a call are all stored, except a failing one', async () => {
  const ids = [uniqueText(), uniqueText(), uniqueText()];
  const call = async (data: Data) => {
    const all = await Promise.allSettled([...ids, ids[1] as string].map((id) => add(data, id)));
    return all.map(({ status }) => status);
  };
  const answer = await inOneTransaction(server.data, call, async () => undefined);
  expect(answer).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  expect(await readStored(ids)).toEqual(ids);
});

test('a call whose transaction is retried can still have a failed write and continue', async () => {
  const [existing, free] = [uniqueText(), uniqueText()];
  await add(server.data, existing);
  let runs = 0;
  const call = async (data: Data) => {
    runs += 1;
    if (runs === 1) return add(data, uniqueText());
    await expect(add(data, existing)).rejects.toThrow(/unique|duplicate|taken|not null/i);
    return add(data, free);
  };
  let attempts = 0;
  const answer = await inOneTransaction(server.data, call, async () => {
    attempts += 1;
    // The database raises this error in one of two deadlocked transactions.
    if (attempts === 1) throw Object.assign(new Error('deadlock'), transient[server.data.kind]);
  });
  expect([answer, runs, attempts]).toEqual([free, 2, 2]);
  expect(await readStored([existing, free])).toEqual([existing, free]);
});

test('a call with a shared write and then an exclusive one fails as a programming error, and nothing is stored', async () => {
  const [written, unwritten] = [uniqueText(), uniqueText()];
  const addShared = (data: Data) => data.writeConcurrently(actor, async () => 'together');
  const call = async (data: Data) => {
    await addShared(data);
    return add(data, unwritten);
  };
  await expect(inOneTransaction(server.data, call, async () => undefined)).rejects.toThrow(
    'together with others and then alone',
  );
  // The reverse order needs no stronger lock than the call already has.
  const addThenShare = async (data: Data) => [await add(data, written), await addShared(data)];
  expect(await inOneTransaction(server.data, addThenShare, async () => undefined)).toEqual([
    written,
    'together',
  ]);
  expect(await readStored([written, unwritten])).toEqual([written]);
});

test('a call whose shared write failed has released its lock, and may write exclusively', async () => {
  const id = uniqueText();
  const call = async (data: Data) => {
    await data.writeUnlogged(async () => undefined);
    const failing = data.writeConcurrently(actor, () => Promise.reject(new Error('refused')));
    await expect(failing).rejects.toThrow('refused');
    return add(data, id);
  };
  expect(await inOneTransaction(server.data, call, async () => undefined)).toBe(id);
  expect(await readStored([id])).toEqual([id]);
});

test('writes of a call after its response have separate transactions, in any order', async () => {
  const id = uniqueText();
  let inside: Data | undefined;
  const call = async (data: Data) => {
    inside = data;
    return data.writeConcurrently(actor, async () => 'answer');
  };
  expect(await inOneTransaction(server.data, call, async () => undefined)).toBe('answer');
  expect(await add(inside as Data, id)).toBe(id);
  expect(await readStored([id])).toEqual([id]);
});

const transient = { sqlite: { code: 'SQLITE_BUSY' }, postgres: { code: '40P01' } };

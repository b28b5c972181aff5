import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Data } from '../../server/db/data';
import type { OpenOptions } from '../../server/db/openData';
import { openInstitute } from '../../server/domain/openInstitute';
import type { UnitOfWork } from '../../server/db/log/unitOfWork';
import { isPostgres } from '../support/database';
import { temporaryFolder } from '../support/temporaryFolder';

const folder = temporaryFolder();
const actor = { userId: null, name: 'writer', role: 'admin', undoSession: null };

let data: Data | null = null;
let statements: string[] = [];
afterEach(() => vi.restoreAllMocks());
afterEach(() => data?.close());

/** Stops the clock, so that a group of writes does not end on a slow machine. */
const stopTime = () => vi.spyOn(performance, 'now').mockReturnValue(performance.now());

/** Opens an empty database and records its statements. */
async function openDatabase(name: string, options: OpenOptions = {}): Promise<Data> {
  statements = [];
  data = await openInstitute(`sqlite:${join(folder, name)}`, {
    ...options,
    onQuery: (query) => statements.push(query.sql),
  });
  statements = [];
  return data;
}

const countBegins = () => statements.filter((statement) => statement.startsWith('begin')).length;

async function addProgram(unit: UnitOfWork, name: string, description: string | null = null) {
  unit.describe('create', 'programs', name, name);
  return unit.insert('programs', {
    program_id: name,
    program_name: name,
    specialty: null,
    levels: 3,
    description,
    duration: null,
    status: 'active',
  });
}

/** Runs concurrent writes with the names `W0`, `W1` …. */
const writeAtOnce = (on: Data, count: number, write: (unit: UnitOfWork, name: string) => Promise<unknown>) =>
  Promise.allSettled(
    Array.from({ length: count }, (_, index) => on.write(actor, (unit) => write(unit, `W${index}`))),
  );

/** Returns the programmes of a file and the operations that created them, from a new connection. */
async function storedIn(name: string): Promise<{ programs: string[]; operations: string[] }> {
  await data?.close();
  const file = new BetterSqlite3(join(folder, name));
  expect(file.pragma('integrity_check', { simple: true })).toBe('ok');
  const programs = file.prepare('select program_id from programs order by id').pluck().all();
  const operations = file.prepare('select item_name from operations order by id').pluck().all();
  file.close();
  return { programs: programs as string[], operations: operations as string[] };
}

const namesOf = (outcomes: readonly PromiseSettledResult<unknown>[], status: 'fulfilled' | 'rejected') =>
  outcomes.flatMap((outcome, index) => (outcome.status === status ? [`W${index}`] : []));

describe.skipIf(isPostgres)('concurrent writes', () => {
  test('concurrent writes share a transaction, and are stored in their order of arrival', async () => {
    const app = await openDatabase('shared.db');
    stopTime();
    const outcomes = await writeAtOnce(app, 64, addProgram);
    expect(namesOf(outcomes, 'rejected')).toEqual([]);
    expect(countBegins()).toBeLessThan(16);
    const { programs, operations } = await storedIn('shared.db');
    expect(programs).toEqual(Array.from({ length: 64 }, (_, index) => `W${index}`));
    expect(operations).toEqual(programs);
  });

  test('a write that fails in a shared transaction is rolled back, and the other writes are stored', async () => {
    const app = await openDatabase('one-fails.db');
    stopTime();
    const outcomes = await writeAtOnce(app, 64, async (unit, name) => {
      await addProgram(unit, name);
      if (name === 'W17') throw new Error('half-way');
      if (name === 'W40') await addProgram(unit, 'W3');
    });
    expect(namesOf(outcomes, 'rejected')).toEqual(['W17', 'W40']);
    expect(outcomes[17]).toMatchObject({ reason: { message: 'half-way' } });
    expect(outcomes[40]).toMatchObject({ reason: { code: 'SQLITE_CONSTRAINT_UNIQUE' } });
    expect(countBegins()).toBeLessThan(16);
    const { programs, operations } = await storedIn('one-fails.db');
    expect(programs).toEqual(namesOf(outcomes, 'fulfilled'));
    expect(operations).toEqual(programs);
  });

  test('a write that cannot be committed is refused alone', async () => {
    const app = await openDatabase('no-commit.db');
    const outcomes = await writeAtOnce(app, 20, async (unit, name) => {
      await addProgram(unit, name);
      if (name !== 'W7') return;
      await sql`pragma defer_foreign_keys = on`.execute(unit.trx);
      const session = { created_at: unit.now, last_seen_at: unit.now, expires_at: unit.now };
      await unit.trx
        .insertInto('sessions')
        .values({ ...session, id: 'nothing', token_hash: 'nobody', user_id: 999 })
        .execute();
    });
    expect(namesOf(outcomes, 'rejected')).toEqual(['W7']);
    const { programs, operations } = await storedIn('no-commit.db');
    expect(programs).toEqual(namesOf(outcomes, 'fulfilled'));
    expect(operations).toEqual(programs);
  });

  test('a full disk stores exactly the acknowledged writes', async () => {
    const app = await openDatabase('full.db', { maxPages: 700 });
    const text = 'x'.repeat(50_000);
    const outcomes = await writeAtOnce(app, 64, (unit, name) => addProgram(unit, name, text));
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(namesOf(outcomes, 'fulfilled').length).toBeGreaterThan(2);
    expect(refusals.length).toBeGreaterThan(2);
    for (const { reason } of refusals) expect(reason).toMatchObject({ code: 'SQLITE_FULL' });
    const { programs, operations } = await storedIn('full.db');
    expect(programs).toEqual(namesOf(outcomes, 'fulfilled'));
    expect(operations).toEqual(programs);
  });

  test('a write that ends the shared transaction cannot continue, and the other writes are stored', async () => {
    const app = await openDatabase('lost.db');
    const outcomes = await writeAtOnce(app, 8, async (unit, name) => {
      await addProgram(unit, name);
      if (name !== 'W4') return;
      // SQLite itself may roll back when the disk is full or fails.
      await sql`rollback`.execute(unit.trx);
      await addProgram(unit, 'AFTERWARDS').catch(() => undefined);
    });
    expect(namesOf(outcomes, 'rejected')).toEqual(['W4']);
    const { programs, operations } = await storedIn('lost.db');
    expect(programs).toEqual(namesOf(outcomes, 'fulfilled'));
    expect(operations).toEqual(programs);
  });

  test('a write that fails halfway is not visible to the next one', async () => {
    const app = await openDatabase('not-seen.db');
    const counts: number[] = [];
    await writeAtOnce(app, 6, async (unit, name) => {
      const visibleRows = await unit.trx.selectFrom('programs').select('id').execute();
      counts.push(visibleRows.length);
      await addProgram(unit, name);
      if (name === 'W2') throw new Error('half-way');
    });
    expect(counts).toEqual([0, 1, 2, 2, 3, 4]);
  });

  test('a single write needs no savepoint', async () => {
    const app = await openDatabase('alone.db');
    await app.write(actor, (unit) => addProgram(unit, 'ALONE'));
    expect(countBegins()).toBe(1);
    expect(statements.filter((statement) => /savepoint|release/.test(statement))).toEqual([]);
    await Promise.all(['A', 'B'].map((name) => app.write(actor, (unit) => addProgram(unit, name))));
    expect(statements.filter((statement) => /savepoint/.test(statement))).toHaveLength(2);
  });

  test('writes beyond the queue limit are refused as busy; the queued ones are stored', async () => {
    const app = await openDatabase('many.db');
    const failure = (index: number) =>
      ({ kind: 'sign-in', username_key: `u${index}`, address: '::1', failed_at: 'now' }) as const;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 2_010 }, (_, index) =>
        app.writeUnlogged((trx) => trx.insertInto('sign_in_failures').values(failure(index)).execute()),
      ),
    );
    const refusals = outcomes.slice(2_000);
    expect(outcomes.slice(0, 2_000).every(({ status }) => status === 'fulfilled')).toBe(true);
    for (const outcome of refusals) expect(outcome).toMatchObject({ reason: { code: 'BUSY' } });
    expect(await app.read.selectFrom('sign_in_failures').select('id').execute()).toHaveLength(2_000);
  });
});

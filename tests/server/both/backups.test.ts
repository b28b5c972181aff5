import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Backups } from '../../../contract/backups';
import { startBackup, startBackups, stopBackup } from '../../../server/backups/job';
import { findBackupPlace } from '../../../server/backups/place';
import { readConfig } from '../../../server/config';
import { restore } from '../../../server/db/backups/restore';
import type { Data } from '../../../server/db/data';
import { openInstitute } from '../../../server/domain/openInstitute';
import { newFilledDatabase, startTestApp, type TestApp } from '../../support/app';
import { startProgram } from '../../support/childProcess';
import { clockAt, moveClock } from '../../support/clock';
import { dump, isPostgres, type NewDatabase, newDatabase } from '../../support/database';
import { script } from '../../support/programs';
import { temporaryFolder } from '../../support/temporaryFolder';

const home = temporaryFolder();
const clock = clockAt('2026-11-20T00:00:00Z'); // 03:00 in Riyadh, an hour after the backup hour
const path = process.env['PATH'];

beforeAll(async () => {
  const { findBinaries } = await script<{ findBinaries: () => string | undefined }>('postgres.mjs');
  if (isPostgres) process.env['PATH'] = [findBinaries(), path].join(delimiter);
});
afterAll(() => {
  process.env['PATH'] = path;
});

let database: NewDatabase;
let server: TestApp;
let folder: string;
let errors: unknown[];
const noteError = (error: unknown) => void errors.push(error);

const prepare = async (options: { isEmpty: true } | { hasFewRevisions: true }) => {
  clock.set('2026-11-20T00:00:00Z');
  errors = [];
  folder = join(home, `backups-${readdirSync(home).length}`);
  mkdirSync(folder, { mode: 0o700 });
  database = await newFilledDatabase(options);
  server = await start(database.url);
};
afterEach(async () => {
  await server.close();
  await database.discard();
});

const start = (url: string) =>
  startTestApp({ url, now: clock.now, config: { BACKUP_FOLDER: folder }, poolSize: 5 });

/** Looks whether a backup is due, as the server does each minute. */
async function look({ data }: Pick<TestApp, 'data'> = server): Promise<void> {
  const backups = startBackups(data, server.config, noteError);
  await backups.runIfDue();
  await backups.stop();
}
const lookAt = (moment: string) => {
  clock.set(moment);
  return look();
};

const rows = () =>
  server.data.read
    .selectFrom('backups')
    .select(['slot', 'state', 'error', 'file', 'bytes'])
    .orderBy('id')
    .execute();
const states = async () => (await rows()).map(({ slot, state, error }) => [slot, state, error]);
const files = () => readdirSync(join(folder, 'daily')).toSorted();
const fileAt = (time: string) =>
  expect.stringMatching(new RegExp(`^\\w+-\\w{8}\\.daily-${time}\\.(db|dump)$`));
const read = async () => (await server.call<Backups>('GET', '/backups', { as: 'admin' })).body;
const set = (columns: { backup_hour?: number | null; backup_days?: number }) =>
  server.call('PUT', '/settings', { as: 'admin', body: columns });

async function countRows({ read: db, kind }: Data): Promise<Record<string, number>> {
  const { rows: tables } = await (
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'table' order by name`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`
  ).execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const counted = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(db);
    counts[name] = Number(counted.rows[0]?.rows);
  }
  return counts;
}

/** Restores a file into a new place, as `docs/operate.md` tells. */
async function restoreIntoNewPlace(file: string): Promise<NewDatabase> {
  const target = await newDatabase();
  if (isPostgres)
    await promisify(execFile)('pg_restore', ['--single-transaction', `--dbname=${target.url}`, file]);
  else await restore(file, target.url.slice('sqlite:'.length), clock.now());
  return target;
}

test('a rehearsal: the backup of the clock, restored into a new place, has all rows and signs users in', async () => {
  await prepare({ hasFewRevisions: true });
  await look();
  expect(errors).toEqual([]);
  const expected = { counts: await countRows(server.data), contents: await dump(server.data) };
  expect(expected.counts).toMatchObject({ students: expect.any(Number), backups: 1 });
  expect(expected.counts['students']).toBeGreaterThan(10);
  const [file = '', ...others] = files();
  expect([file, others]).toEqual([fileAt('20261120T000000Z'), []]);
  const mode = (name: string) => statSync(join(folder, 'daily', name)).mode & 0o777;
  expect([mode('.'), mode(file)]).toEqual([0o700, 0o600]);

  const target = await restoreIntoNewPlace(join(folder, 'daily', file));
  const restored = await start(target.url);
  expect(await countRows(restored.data)).toEqual(expected.counts);
  expect(await dump(restored.data)).toEqual(expected.contents);
  expect((await restored.call('GET', '/students', { as: 'admin' })).status).toBe(200);
  expect((await restored.call('GET', '/students', { as: 'teacher' })).status).toBe(200);
  // The copied claim was running. It ends, and the restored institute gets its own backup.
  await moveClock(clock, restored, '2026-11-20T00:05:00Z');
  await look(restored);
  expect(files()).toHaveLength(2);
  await restored.close();
  await target.discard();
});

test('a started server looks by itself, makes the due backup, and serves its time as a metric', async () => {
  await prepare({ isEmpty: true });
  const child = startProgram('server/main.ts', [], {
    DATABASE_URL: database.url,
    BACKUP_FOLDER: folder,
    BACKUP_CHECK: '0.2',
    METRICS_PORT: '0',
    PORT: '0',
    LOG_LEVEL: 'info',
  });
  onTestFinished(async () => {
    child.process.kill('SIGTERM');
    await child.ended;
  });
  const [, metrics = ''] = await child.waitForOutput(/"address":"(http[^"]+)","msg":"metrics"/);
  const readMetric = async () =>
    /^rasd_last_backup_timestamp_seconds (\S+)$/m.exec(await (await fetch(metrics)).text())?.[1];
  await expect.poll(readMetric, { timeout: 60_000 }).toMatch(/^[1-9]/);
  const [row] = await server.data.read.selectFrom('backups').selectAll().execute();
  expect(row).toMatchObject({ state: 'done', slot: expect.stringMatching(/ 02$/) });
  expect(files()).toEqual([row?.file]);
  expect(Number(await readMetric())).toBe(Date.parse(row?.finished_at ?? '') / 1_000);
});

test('a server first looks for a due backup a minute after its start', () => {
  expect(readConfig({}).BACKUP_CHECK).toBe(60);
});

test('other roles than admins neither read nor start backups', async () => {
  await prepare({ hasFewRevisions: true });
  for (const as of ['teacher', 'student'] as const)
    for (const method of ['GET', 'POST'])
      expect((await server.call(method, '/backups', { as })).status).toBe(403);
  expect(await rows()).toEqual([]);
  expect((await server.call('GET', '/backups', { as: 'admin' })).status).toBe(200);
});

describe('the hour', () => {
  beforeEach(() => prepare({ isEmpty: true }));

  test('each day has one backup, which settings, `/health` and the list show', async () => {
    expect((await server.call('GET', '/health')).body['last_backup']).toBe(null);
    expect(await read()).toMatchObject({
      is_possible: true,
      hour: 2,
      days: 14,
      next_at: '2026-11-20T23:00:00.000Z',
      last_success_at: null,
      warning: null,
      backups: [],
    });
    await look();
    await lookAt('2026-11-20T22:59:00Z');
    await lookAt('2026-11-20T23:00:00Z');
    await lookAt('2026-11-20T23:01:00Z');
    expect(await states()).toEqual([
      ['2026-11-20 02', 'done', null],
      ['2026-11-21 02', 'done', null],
    ]);
    await moveClock(clock, server, '2026-11-20T23:01:00Z');
    const last = '2026-11-20T23:00:00.000Z';
    expect((await server.call('GET', '/health')).body['last_backup']).toBe(last);
    const body = await read();
    expect(body).toMatchObject({ last_success_at: last, warning: null });
    expect(body.backups[0]).toMatchObject({
      is_daily: true,
      state: 'done',
      finished_at: last,
      file: fileAt('20261120T230000Z'),
      bytes: statSync(join(folder, 'daily', files()[1] ?? '')).size,
    });
    await moveClock(clock, server, '2026-11-22T11:00:00Z');
    expect((await read()).warning).toBe('OVERDUE');
  });

  test('the settings change the hour, switch the backups off, and limit the days that are kept', async () => {
    expect((await set({ backup_hour: null })).status).toBe(200);
    await look();
    expect(await rows()).toEqual([]);
    expect(await read()).toMatchObject({ hour: null, next_at: null, warning: null });
    for (const wrong of [{ backup_hour: 24 }, { backup_days: 0 }, { backup_days: 366 }])
      expect((await set(wrong)).status).toBe(422);
    expect((await set({ backup_hour: 3, backup_days: 2 })).status).toBe(200);
    const days = ['21', '22', '23'];
    for (const day of days) await lookAt(`2026-11-${day}T00:30:00Z`);
    expect(await states()).toEqual(['22', '23'].map((day) => [`2026-11-${day} 03`, 'done', null]));
    expect(files()).toEqual(['22', '23'].map((day) => fileAt(`202611${day}T003000Z`)));
    await moveClock(clock, server, '2026-11-23T12:00:00Z');
    await set({ backup_hour: 14 }); // 11:00 UTC, an hour ago
    await look();
    expect((await states()).at(-1)).toEqual(['2026-11-23 14', 'done', null]);
  });

  test('a clock that is set back neither repeats backups nor deletes any', async () => {
    await set({ backup_days: 1 });
    for (const day of ['19', '20']) await lookAt(`2026-11-${day}T23:30:00Z`);
    const before = files();
    expect(before).toHaveLength(1);
    await moveClock(clock, server, '2026-11-20T23:10:00Z');
    for (let round = 0; round < 3; round += 1) await look();
    expect(files()).toEqual(before);
    await moveClock(clock, server, '2026-11-10T12:00:00Z');
    expect((await read()).warning).toBe('CLOCK_BEHIND');
    for (let round = 0; round < 3; round += 1) await look();
    expect(files()).toEqual([fileAt('20261110T120000Z'), ...before]);
    await lookAt('2026-11-21T23:30:00Z'); // the clock is right again
    expect(files()).toEqual([fileAt('20261121T233000Z')]);
  });

  test('two institutes with files of one name share a folder, and neither deletes files of the other', async () => {
    const second = await newFilledDatabase({ isEmpty: true });
    const other = await start(second.url);
    await set({ backup_days: 1 });
    await look();
    await look(other);
    const [one = '', two = ''] = files();
    expect(files()).toHaveLength(2);
    expect(one).not.toBe(two);
    clock.set('2026-11-21T00:00:00Z');
    await look();
    expect(files()).toHaveLength(2);
    expect(files().filter((name) => name.includes('20261120T'))).toHaveLength(1);
    await other.close();
    await second.discard();
  });

  test('a server that only forwards calls backs up nothing', async () => {
    server.config.API_PROXY = 'https://example.org/api';
    await look();
    expect(await rows()).toEqual([]);
    expect((await read()).is_possible).toBe(false);
    delete server.config.API_PROXY;
    await look();
    expect(await rows()).toHaveLength(1);
  });

  test('files with other names stay in the folder', async () => {
    const others = ['a-20200101T000000Z.db', 'a.daily-20200101T000000Z.db', 'a.txt'];
    mkdirSync(join(folder, 'daily'));
    for (const name of others) writeFileSync(join(folder, 'daily', name), 'mine');
    await set({ backup_days: 1 });
    for (const day of ['20', '21']) await lookAt(`2026-11-${day}T00:30:00Z`);
    expect(files()).toEqual([...others, fileAt('20261121T003000Z')]);
  });
});

describe('several servers', () => {
  beforeEach(() => prepare({ isEmpty: true }));

  test('two servers at once make one backup', async () => {
    const other = await openInstitute(database.url, { now: clock.now, poolSize: 2 });
    await Promise.all([look(), look({ data: other }), look(), look({ data: other })]);
    expect(await states()).toEqual([['2026-11-20 02', 'done', null]]);
    expect(files()).toHaveLength(1);
    await other.close();
    expect(errors).toEqual([]);
  });

  test('a backup that takes longer than a claim without a heartbeat is not taken over', async () => {
    const other = await openInstitute(database.url, { now: clock.now, poolSize: 2 });
    const place = await findBackupPlace(server.data, server.config);
    let endWait = () => undefined as void;
    const disk = new Promise<void>((resolve) => (endWait = resolve));
    const slow = place && {
      ...place,
      write: async (target: string, signal: AbortSignal) => {
        await disk;
        await place.write(target, signal);
      },
    };
    if (!slow) throw new Error('no place');
    const context = { data: server.data, place: slow, onError: noteError, heartbeatMs: 10 };
    const running = await startBackup(context, '2026-11-20 02');
    const readHeartbeat = async () =>
      (await server.data.read.selectFrom('backups').select('worked_at').executeTakeFirst())?.worked_at;
    for (const minute of ['01', '02', '03', '04']) {
      clock.set(`2026-11-20T00:${minute}:00Z`);
      await expect.poll(readHeartbeat, { timeout: 60_000 }).toBe(`2026-11-20T00:${minute}:00.000Z`);
      await look({ data: other });
      expect(await states()).toEqual([['2026-11-20 02', 'running', null]]);
    }
    endWait();
    await running?.ended;
    expect(await states()).toEqual([['2026-11-20 02', 'done', null]]);
    await other.close();
    expect(errors).toEqual([]);
  });

  test('a server that is killed in the middle leaves a claim that another one takes over', async () => {
    const programs = join(home, 'killers');
    mkdirSync(programs);
    // They write a part of the file, and kill the server that has started them.
    const dying = `#!/bin/sh\nprintf part >"\${2#--file=}"\nkill -9 $PPID\n`;
    writeFileSync(join(programs, 'pg_dump'), dying, { mode: 0o755 });
    const backup = `require('node:fs').writeFileSync(process.argv[2] + '.unfinished', 'part');
      process.kill(process.ppid, 'SIGKILL');`;
    writeFileSync(join(programs, 'backup.js'), backup);
    const child = startProgram(
      'tests/support/backingUpProcess.ts',
      [database.url, folder, clock.now().toISOString()],
      { PATH: [programs, process.env['PATH']].join(delimiter), COMMANDS_BUNDLE: programs },
    );
    expect(await child.ended).toMatchObject({ signal: 'SIGKILL' });
    expect(files()).toEqual([expect.stringMatching(/\.unfinished$/)]);
    expect(await states()).toEqual([['2026-11-20 02', 'running', null]]);

    await lookAt('2026-11-20T00:01:30Z');
    expect(await states()).toHaveLength(1);
    await lookAt('2026-11-20T00:02:00Z');
    expect(await states()).toEqual([
      ['2026-11-20 02', 'failed', 'INTERRUPTED'],
      ['2026-11-20 02', 'done', null],
    ]);
    expect(files()).toEqual([fileAt('20261120T000200Z')]);
    expect(errors).toEqual([]);
  });
});

describe('a backup that an admin starts', () => {
  beforeEach(() => prepare({ isEmpty: true }));

  const press = () => server.call<Backups>('POST', '/backups', { as: 'admin' });
  const waitForEnd = async () => {
    const listStates = async () => (await read()).backups.map(({ state }) => state);
    await expect.poll(listStates, { timeout: 60_000 }).not.toContain('running');
  };

  test('one runs at a time, and it does not replace the one of the day', async () => {
    const answers = await Promise.all([press(), press(), press()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await waitForEnd();
    expect(await states()).toEqual([[null, 'done', null]]);
    await look();
    expect(await states()).toEqual([
      [null, 'done', null],
      ['2026-11-20 02', 'done', null],
    ]);
    expect(new Set(files()).size).toBe(2);
  });

  test('a server that closes while a backup is claimed leaves no running one', async () => {
    const place = await findBackupPlace(server.data, server.config);
    if (!place) throw new Error('no place');
    const started = startBackup({ data: server.data, place, onError: noteError }, null);
    await stopBackup(server.data);
    await started;
    expect(await states()).toEqual([[null, 'failed', 'INTERRUPTED']]);
    expect(files()).toEqual([]);
  });

  test('a server that closes ends the running backup, and leaves no part of it', async () => {
    expect((await press()).body.backups[0]).toMatchObject({ is_daily: false, state: 'running', file: null });
    await server.app.close();
    expect(await states()).toEqual([[null, 'failed', 'INTERRUPTED']]);
    expect(files()).toEqual([]);
  });
});

describe('failures', () => {
  beforeEach(() => prepare({ isEmpty: true }));

  test('a failed backup deletes nothing, is tried again after half an hour, and says why', async () => {
    await set({ backup_days: 1 });
    await lookAt('2026-11-19T00:00:00Z');
    const before = files();
    server.config.BACKUP_FOLDER = join(folder, 'daily', before[0] ?? ''); // a file, where a folder belongs
    for (const minute of ['00', '10', '29', '30']) await lookAt(`2026-11-20T00:${minute}:00Z`);
    const failure = ['2026-11-20 02', 'failed', 'FOLDER'];
    expect(await states()).toEqual([['2026-11-19 02', 'done', null], failure, failure]);
    expect(errors).toHaveLength(2);
    expect(files()).toEqual(before);
    await moveClock(clock, server, '2026-11-20T00:31:00Z');
    expect(await read()).toMatchObject({ warning: 'FAILED', last_success_at: '2026-11-19T00:00:00.000Z' });
    server.config.BACKUP_FOLDER = folder;
    await lookAt('2026-11-20T01:00:00Z');
    expect((await states()).at(-1)).toEqual(['2026-11-20 02', 'done', null]);
    expect(files()).toEqual([fileAt('20261120T010000Z')]);
  });

  test('a missing folder of the configuration is not made, because its disk may not be mounted', async () => {
    const missing = join(folder, 'disk');
    server.config.BACKUP_FOLDER = missing;
    await look();
    expect(await states()).toEqual([['2026-11-20 02', 'failed', 'FOLDER']]);
    mkdirSync(missing);
    await lookAt('2026-11-20T00:30:00Z');
    expect((await states()).at(-1)).toEqual(['2026-11-20 02', 'done', null]);
  });

  const mount = (size: string, target: string, options = '') =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}${options}`, 'tmpfs', target]).status === 0;

  test('a full disk leaves no unfinished file, and the next try succeeds', async ({ skip }) => {
    const disk = join(home, 'disk');
    mkdirSync(disk);
    if (!mount('64k', disk)) skip('only root mounts');
    onTestFinished(() => void spawnSync('umount', ['--lazy', disk]));
    folder = disk;
    server.config.BACKUP_FOLDER = disk;
    await look();
    expect(await states()).toEqual([['2026-11-20 02', 'failed', 'DISK_FULL']]);
    expect(files()).toEqual([]);
    expect((await read()).warning).toBe('FAILED');
    expect(mount('100m', disk, ',remount')).toBe(true);
    await lookAt('2026-11-20T00:30:00Z');
    expect((await states()).at(-1)).toEqual(['2026-11-20 02', 'done', null]);
    expect(files()).toHaveLength(1);
  });

  test.runIf(isPostgres)('a server without `pg_dump` says so', async () => {
    const withPrograms = process.env['PATH'];
    process.env['PATH'] = home;
    await look();
    process.env['PATH'] = withPrograms;
    expect(await states()).toEqual([['2026-11-20 02', 'failed', 'NO_PG_DUMP']]);
    expect(files()).toEqual([]);
  });

  test.runIf(isPostgres)('the password of the database is no argument of `pg_dump`', async () => {
    const programs = join(home, 'spies');
    mkdirSync(programs);
    const spy = `#!/bin/sh\nprintf '%s\\n' "$PGPASSWORD" "$PGDATABASE" "$@" >"${programs}/seen"\nexit 1\n`;
    writeFileSync(join(programs, 'pg_dump'), spy, { mode: 0o755 });
    const url = new URL(database.url);
    url.password = 'p@ss';
    const withPrograms = process.env['PATH'];
    process.env['PATH'] = [programs, withPrograms].join(delimiter);
    await look({ data: { ...server.data, postgresUrl: url.href } });
    process.env['PATH'] = withPrograms;
    const { stdout } = await promisify(execFile)('cat', [join(programs, 'seen')]);
    const [password, name, ...args] = stdout.trim().split('\n');
    expect(password).toBe('p@ss');
    expect(`/${name}`).toBe(url.pathname);
    expect(args[0]).toBe('--format=custom');
    expect(args.join(' ')).not.toMatch(/p@ss|p%40ss/);
  });
});

test('a database in memory has no backups, and says so', async () => {
  await prepare({ isEmpty: true });
  const inMemory = await startTestApp({ isEmpty: true, now: clock.now });
  await look(inMemory);
  const answer = await inMemory.call<Backups>('POST', '/backups', { as: 'admin' });
  expect(answer).toMatchObject({ status: 200, body: { is_possible: false, next_at: null, backups: [] } });
  await inMemory.close();
});

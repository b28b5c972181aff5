import { chmodSync, copyFileSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { absenceTypes, dailyRecordType } from '../../../contract/vocabulary';
import { errors, ruleMessages } from '../../../contract/errors';
import { backUp, copyBefore } from '../../../server/db/backups/copies';
import { restore } from '../../../server/db/backups/restore';
import { openInstitute } from '../../../server/domain/openInstitute';
import { initialSettings } from '../../../server/demo/settings';
import { databaseFailure } from '../../../server/db/engine/dialect';
import { systemActor } from '../../../server/db/log/operationLog';
import { undoOrRestore } from '../../../server/domain/undoOrRestore';
import { retryWhileBusy } from '../../../server/db/engine/writeQueue';
import { Problem } from '../../../server/problem';
import { type Answer, newFilledDatabase, startTestApp, type TestApp } from '../../support/app';
import { startProgram } from '../../support/childProcess';
import { isPostgres } from '../../support/database';
import { temporaryFolder } from '../../support/temporaryFolder';
import { enrolledStudents } from '../../support/enrolledStudents';

let server: TestApp | null = null;
let discard = async () => {};
afterEach(async () => {
  await server?.close();
  await discard();
  server = null;
  discard = async () => {};
});

const addProgram = (app: TestApp, code: string): Promise<Answer> =>
  app.call('POST', '/programs', { as: 'admin', body: { program_id: code, program_name: code } });

const sheetParams = ({ batchName, subjectCode }: { batchName: string; subjectCode: string }) => ({
  batchName,
  subjectCode,
});

const actor = { userId: null, name: 'writer', role: 'admin', undoSession: null };

describe.runIf(isPostgres)('PostgreSQL', () => {
  /** Closes all other connections to the database. @returns their number */
  async function closeOtherConnections(url: string): Promise<number> {
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    const { rowCount } = await other.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await other.end();
    return rowCount ?? 0;
  }

  async function start(options: Parameters<typeof startTestApp>[0] = {}): Promise<[TestApp, string]> {
    const database = await newFilledDatabase();
    discard = database.discard;
    server = await startTestApp({ url: database.url, ...options });
    await server.signIn('admin');
    return [server, database.url];
  }

  test('writes on closed connections are refused as busy, and the next write is stored', async () => {
    const [app, url] = await start();
    for (let round = 0; round < 3; round += 1) {
      let isWithin = () => {};
      const within = new Promise<void>((resolve) => (isWithin = resolve));
      let isCut = () => {};
      const cut = new Promise<void>((resolve) => (isCut = resolve));
      const writing = app.data.write(actor, async (unit) => {
        isWithin();
        await cut; // The client is in use but idle, so no code handles its error.
        await unit.trx.selectFrom('programs').select('id').execute();
      });
      await within;
      const asking = sql`select pg_sleep(100)`.execute(app.data.read);
      const refused = Promise.allSettled([writing, asking]);
      while ((await closeOtherConnections(url)) > 0);
      isCut();
      for (const outcome of await refused)
        expect(databaseFailure('reason' in outcome ? outcome.reason : null)).toMatchObject({ code: 'BUSY' });
      expect((await addProgram(app, `CUT${round}`)).status).toBe(201);
    }
  });

  test('a statement that takes too long is cancelled, and its call is refused as busy', async () => {
    const [app] = await start({ maxStatementMs: 300 });
    const error = await sql`select pg_sleep(100)`.execute(app.data.read).catch((reason: unknown) => reason);
    expect(databaseFailure(error)).toMatchObject({ code: 'BUSY' });
    expect((await addProgram(app, 'AFTER')).status).toBe(201);
  });

  test('many concurrent registers without a version, marks and their undos are all stored, and never deadlock', async () => {
    const [app, url] = await start();
    const { read } = app.data;
    const subjects = await read
      .selectFrom('subjects')
      .innerJoin('batches', 'batches.id', 'subjects.batch_id')
      .select(['subject_code as subjectCode', 'batch_name as batchName', 'batch_id', 'type'])
      .execute();
    const subject = subjects.find(({ type }) => type !== dailyRecordType);
    if (!subject) throw new Error('the demo institute has no subjects');
    await app.call('GET', '/programs', { as: 'admin' }); // The first call signs in.
    const members = read
      .selectFrom(enrolledStudents(read))
      .select('student_id')
      .where('batch_id', '=', subject.batch_id);
    const students = (await members.orderBy('id').execute()).map(({ student_id }) => student_id);
    const date = '2026-11-18';
    const path = ({ batchName, subjectCode }: typeof subject) =>
      `${encodeURIComponent(batchName)}/${encodeURIComponent(subjectCode)}`;
    const selectStudents = (writer: number, round: number) =>
      students.filter((_, index) => (index * 7 + writer * 3 + round) % 3 === 0);
    const writes = [
      // Without a version each save replaces the whole day.
      (writer: number, round: number) =>
        app.call('PUT', `/absences/${path(subject)}/${date}`, {
          as: 'admin',
          body: {
            absentStudents: selectStudents(writer, round).map((studentId) => ({
              studentId,
              type: absenceTypes[0],
              notes: null,
            })),
          },
        }),
      (writer: number, round: number) =>
        app.call('POST', '/grades/save', {
          as: 'admin',
          body: {
            ...sheetParams(subject),
            grades: selectStudents(writer, round)
              .toReversed()
              .map((studentId) => ({ studentId, participationGrade: 1 })),
          },
        }),
    ];
    const statuses = new Map<number, string>();
    let undone = 0;
    const writer = async (number: number) => {
      for (let round = 0; round < 6; round += 1) {
        const write = writes[number < 10 ? 0 : 1];
        const answer = await write?.(number, round);
        const status = answer?.status ?? 0;
        statuses.set(status, answer?.text ?? '');
        if (number % 4 !== 3) continue;
        const newest = read.selectFrom('operations').select('id').where('action', '=', 'update');
        const operation = await newest.orderBy('id', 'desc').limit(1).executeTakeFirst();
        if (!operation) continue;
        await undoOrRestore(app.data, actor, operation.id, {
          mode: 'undo',
          answer: { success: true, message: '' },
          canSee: async () => true,
        }).then(
          () => (undone += 1),
          (error: unknown) => {
            if (!(error instanceof Problem) || error.code !== 'UNDO_CONFLICT') throw error;
          },
        );
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, number) => writer(number)));
    await app.close(); // Closed connections let PostgreSQL update its statistics.
    server = null;
    expect([...statuses].filter(([status]) => status !== 200)).toEqual([]);
    expect(undone).toBeGreaterThan(0);
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    const { rows } = await other.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    await other.end();
    // Before registers had a lock order, 32 deadlocks and refusals occurred.
    expect(rows[0]?.deadlocks).toBe(0);
  });

  test('a transaction that the database has rolled back is not answered as a success', async () => {
    const [app] = await start();
    const writing = app.data.writeUnlogged(async (trx) => {
      await sql`select 1 / 0`.execute(trx).catch(() => undefined);
    });
    await expect(writing).rejects.toThrow('rolled this transaction back');
  });
});

describe.skipIf(isPostgres || process.platform === 'win32')('files', () => {
  const folder = temporaryFolder();
  const modeOf = (...path: string[]) => statSync(join(folder, ...path)).mode & 0o777;
  const databaseFiles = (name: string) => [name, `${name}-wal`, `${name}-shm`];

  test('a database, the files beside it, copies and new folders are accessible only to their owner', async () => {
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    const file = join(folder, 'new', 'deep', 'rasd.db');
    const data = await openInstitute(`sqlite:${file}`, { warn });
    await data.write(systemActor, (unit) => {
      unit.describe('import', 'settings', null, 'settings');
      return unit.insert('settings', initialSettings);
    });
    for (const name of databaseFiles('rasd.db')) expect(modeOf('new', 'deep', name), name).toBe(0o600);
    await backUp(file, join(folder, 'copies', 'copy.db'), warn);
    await copyBefore('cleanup', { file, folder: join(folder, 'own'), maxCopies: 2 }, new Date());
    await data.close();
    await restore(join(folder, 'copies', 'copy.db'), join(folder, 'back', 'rasd.db'), new Date(), warn);
    for (const name of ['new', 'new/deep', 'copies', 'own', 'back']) expect(modeOf(name), name).toBe(0o700);
    const [copy = ''] = readdirSync(join(folder, 'own'));
    for (const name of ['copies/copy.db', `own/${copy}`, 'back/rasd.db'])
      expect(modeOf(name), name).toBe(0o600);
    expect(warnings).toEqual([]);
  });

  test('wider permissions of files are restricted, and permissions of an existing folder are kept; the log says both', async () => {
    const openFolder = join(folder, 'open');
    mkdirSync(openFolder);
    chmodSync(openFolder, 0o755);
    const file = join(openFolder, 'rasd.db');
    const { url, discard: discardCopied } = await newFilledDatabase();
    copyFileSync(url.slice('sqlite:'.length), file);
    await discardCopied();
    chmodSync(file, 0o644);
    const child = startProgram('server/main.ts', [], {
      DATABASE_URL: `sqlite:${file}`,
      BACKUP_FOLDER: openFolder,
      PORT: '0',
      LOG_LEVEL: 'warn',
    });
    await child.waitForOutput(/Rasd is ready/);
    expect(modeOf('open')).toBe(0o755);
    for (const name of databaseFiles('rasd.db')) expect(modeOf('open', name), name).toBe(0o600);
    child.process.kill('SIGTERM');
    await child.ended;
    const lines = child
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages.filter((message) => message.includes(`the folder ${openFolder};`))).toHaveLength(2);
    expect(messages.filter((message) => message.includes(file))).toEqual([
      `Other users of this computer could read ${file}; it is for its owner alone now.`,
    ]);
  });
});

describe.skipIf(isPostgres)('a database file that is moved away while the server runs', () => {
  test('without its database file, the server refuses writes with a clear message, still reads, and writes once the file is back', async () => {
    const database = await newFilledDatabase();
    discard = database.discard;
    const file = database.url.slice('sqlite:'.length);
    const app = await startTestApp({ url: database.url });
    server = app;
    expect((await addProgram(app, 'BEFORE')).status).toBe(201);
    expect((await app.call('GET', '/ready')).status).toBe(200);
    const refusal = { status: 503, body: { code: 'BUSY', error: ruleMessages.databaseMoved } };
    renameSync(file, `${file}.away`);
    const answers = await Promise.all(['M1', 'M2', 'M3'].map((code) => addProgram(app, code)));
    for (const answer of [...answers, await app.call('GET', '/ready')]) expect(answer).toMatchObject(refusal);
    expect((await app.call('GET', '/programs', { as: 'admin' })).status).toBe(200);
    // A copy at the same path does not help.
    copyFileSync(`${file}.away`, file);
    expect(await addProgram(app, 'M4')).toMatchObject(refusal);
    renameSync(`${file}.away`, file);
    expect((await app.call('GET', '/ready')).status).toBe(200);
    expect((await addProgram(app, 'M1')).status).toBe(201);
    const { body } = await app.call<{ program_id: string }[]>('GET', '/programs', { as: 'admin' });
    const codes = body.map(({ program_id }) => program_id);
    expect(codes).toEqual(expect.arrayContaining(['BEFORE', 'M1']));
    expect(codes.filter((code) => ['M2', 'M3', 'M4'].includes(code))).toEqual([]);
  });
});

describe('requests on one connection', () => {
  async function listen(): Promise<number> {
    server = await startTestApp();
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    return (server.app.server.address() as AddressInfo).port;
  }

  const statusOf = (port: number, agent: Agent, path: string) =>
    new Promise<{ status: number | undefined; isReused: boolean }>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, agent, path }, (answer) => {
        answer.on('end', () => resolve({ status: answer.statusCode, isReused: sent.reusedSocket })).resume();
      });
      sent.on('error', reject).end();
    });

  test('requests on one connection are all answered in sequence', async () => {
    const port = await listen();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const paths = ['/api/health', '/api/openapi.json', '/api/docs', '/nothing'];
    for (let count = 0; count < 100; count += 1) {
      const path = paths[count % paths.length] ?? '';
      const status = path === '/nothing' ? 404 : 200;
      expect(await statusOf(port, agent, path)).toEqual({ status, isReused: count > 0 });
    }
    agent.destroy();
  });

  test('a thousand requests at once are not processed: the connection is closed, and other clients are served', async () => {
    const port = await listen();
    const agent = new Agent();
    for (const path of ['/api/health', '/api/openapi.json', '/api/docs', '/nothing']) {
      const socket = connect(port, '127.0.0.1');
      let received = '';
      socket.setEncoding('utf8').on('data', (text: string) => (received += text));
      socket.on('error', () => undefined); // The server is expected to close the connection.
      const closing = new Promise((resolve) => socket.once('close', resolve));
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(1_000));
      await closing;
      expect(received.split('HTTP/1.1 ').length - 1, path).toBeLessThan(2);
      expect(await statusOf(port, agent, '/api/health')).toMatchObject({ status: 200 });
    }
  });
});

test('every error of an unreachable database is answered as busy, other errors are not', () => {
  const lost = [
    { message: 'Connection terminated unexpectedly' },
    { message: 'Connection terminated' },
    { message: 'Connection terminated due to connection timeout' },
    { message: 'Client has encountered a connection error and is not queryable' },
    { message: 'timeout exceeded when trying to connect' },
    ...['57P01', '57P02', '57P03', '08006', '08P01', '25P03', '57014', '53300'].map((code) => ({ code })),
    ...['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'].map((code) => ({ code })),
  ];
  for (const properties of lost)
    expect(databaseFailure(Object.assign(new Error('x'), properties)), JSON.stringify(properties)).toEqual({
      code: 'BUSY',
      column: null,
    });
  for (const properties of [{ message: 'terminated' }, { code: '42601' }, { code: 'ENOENT' }, {}])
    expect(databaseFailure(Object.assign(new Error('x'), properties))).toBeNull();
  expect(errors.BUSY.status).toBe(503);
});

test('a clock that is set back during a wait for the locked database does not make the write wait longer', async () => {
  const year = 365 * 86_400_000;
  const clock = vi.spyOn(Date, 'now');
  let tries = 0;
  const locked = async () => {
    tries += 1;
    clock.mockReturnValue(1_800_000_000_000 - year);
    throw Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' });
  };
  clock.mockReturnValue(1_800_000_000_000);
  try {
    await expect(retryWhileBusy(locked, 100)).rejects.toThrow('locked');
  } finally {
    clock.mockRestore();
  }
  expect(tries).toBeGreaterThan(1);
});

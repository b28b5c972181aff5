import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AuditEntry } from '../../../contract/audit';
import { exportFiles } from '../../../contract/export/exportFiles';
import { buildArchive } from '../../../server/export/archive';
import { openInstitute } from '../../../server/domain/openInstitute';
import { readFileRows, type StoredRow } from '../../../server/export/fileRows';
import { recordedTables } from '../../../server/db/schema/recorded';
import { maxExportMs, openExport } from '../../../server/export/snapshotExport';
import { ArchiveTooLarge, zipStream } from '../../../server/export/zipStream';
import { stepUp } from '../../support/accounts';
import { newFilledDatabase, startTestApp, type TestApp } from '../../support/app';
import { isPostgres } from '../../support/database';
import { yieldToEventLoop } from '../../support/eventLoop';
import { exportAll, openNext } from '../../support/exportArchive';
import { nameOfTable, readArchive, rowsOfTable } from '../../support/exportedFiles';

const now = new Date('2026-11-20T09:00:00Z');
const startServer = () => startTestApp({ hasFewRevisions: true, now: () => now });
let server: TestApp;
beforeAll(async () => (server = await startServer()));
afterAll(() => server.close());

const adminSession = async () => ({ token: await server.signIn('admin') });

const isRecorded = (table: string) => recordedTables.some((one) => one === table);
const readStored = async <R>(statement: string) =>
  (await sql.raw<R>(statement).execute(server.data.read)).rows;

test('each file has a line for each row of its table', async () => {
  const archive = await exportAll(server.data);
  for (const { table } of exportFiles) {
    const [counted] = await readStored<{ total: number }>(`select count(*) as total from ${table}`);
    expect(rowsOfTable(archive, table), table).toHaveLength(Number(counted?.total));
    const [heading] = archive[nameOfTable(table)]?.split('\r\n') ?? [];
    expect(heading, table).toMatch(/[\u0621-\u064A],/);
  }
  expect(archive['READ-ME.txt']).toContain(`${nameOfTable('students')}\t150\tstudents`);
});

/** Columns that only this server needs, and the values that `readMe.ts` names as left out. */
const isTechnical = (column: string) =>
  /^(id|version|created_at|updated_at|\w+_sort|\w+_key|\w+_changed_at|counted_before|placed_at)$/.test(
    column,
  ) || /^(password_hash|password_ends_at|health_note|is_demo|logo)$/.test(column);

test('each column of a recorded table is in its file', async () => {
  const missing: string[] = [];
  for (const { table, columns } of exportFiles.filter(({ table: name }) => isRecorded(name))) {
    const stored = await readStored<{ name: string }>(
      server.data.kind === 'sqlite'
        ? `select name from pragma_table_info('${table}')`
        : `select column_name as name from information_schema.columns where table_name = '${table}'`,
    );
    expect(stored.length, table).toBeGreaterThan(4);
    const sources = columns.map(([, source]) => source.split('.')[0]);
    for (const { name } of stored)
      if (!isTechnical(name) && !sources.includes(name)) missing.push(`${table}.${name}`);
  }
  // The stored code contains a row id, and the full name is made of its parts.
  expect(missing).toEqual(['subjects.subject_code', 'students.full_name']);
});

test('records of one moment are in all files, also if others write meanwhile', async () => {
  const stream = await openNext(server.data);
  const body = { program_name: 'برنامج جديد', program_id: 'NEW' };
  expect(await server.call('POST', '/programs', { as: 'admin', body })).toMatchObject({ status: 201 });
  const before = readArchive(Buffer.concat(await stream.toArray()));
  expect(before[nameOfTable('operations')]).not.toContain('برنامج جديد');
  const after = await exportAll(server.data);
  expect(after[nameOfTable('operations')]).toContain('برنامج جديد');
  expect(rowsOfTable(after, 'programs')).toHaveLength(rowsOfTable(before, 'programs').length + 1);
});

test('natural keys, words and percentages stand for stored ids and keys', async () => {
  const archive = await exportAll(server.data);
  expect(rowsOfTable(archive, 'grades')[0]).toMatchObject({
    'الرقم الأكاديمي': '14450001',
    'رمز المادة': 'QRN101',
    الدفعة: 'دفعة القرآن الأولى 1445',
    المشاركة: '7.5',
    'النسبة المئوية': '72',
    التقدير: 'ج',
  });
  expect(rowsOfTable(archive, 'circles')[0]).toMatchObject({
    'اسم المستخدم': 'teacher',
    'أيام الأسبوع': 'الأحد، الاثنين، الثلاثاء، الأربعاء، الخميس',
  });
  const [register] = rowsOfTable(archive, 'registers').filter((row) => row['الحلقة'] !== '');
  expect(register?.['أرقام الطلاب في الكشف']).toMatch(/^144\d{5}(، 144\d{5})+$/);
});

test('secrets, health notes and old texts are in no file', async () => {
  const texts = { health_note: 'سر صحي', hash: 'hash of a password' };
  const [student] = await readStored<{ id: number }>('select id from students order by id limit 1');
  const message = {
    kind: 'free' as const,
    about: '',
    guardian_id: null,
    channel: 'sms' as const,
    user_id: 1,
    opened_by: 'مدير',
  };
  await server.data.writeUnlogged(async (trx) => {
    await trx.updateTable('students').set({ health_note: texts.health_note }).execute();
    await trx
      .updateTable('users')
      .set({ password_hash: texts.hash })
      .where('username', '=', 'teacher2')
      .execute();
    for (const [text, opened_at] of [
      ['نص قديم', '2026-08-01T00:00:00.000Z'],
      ['نص حديث', '2026-11-01T00:00:00.000Z'],
    ] as const) {
      const { id } = await trx
        .insertInto('messages')
        .values({ ...message, text, opened_at })
        .returning('id')
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('message_students')
        .values({ message_id: id, student_row_id: student?.id ?? 0, content: 'م' })
        .execute();
    }
  });
  const archive = await exportAll(server.data);
  const all = Object.values(archive).join('\n');
  for (const text of [...Object.values(texts), 'نص قديم', '$argon2']) expect(all).not.toContain(text);
  expect(rowsOfTable(archive, 'message_students').map((row) => row['نص الرسالة'])).toEqual(['', 'نص حديث']);
});

test('a cell that begins like a formula is text, and quotes and lines stay', async () => {
  const name = '=HYPERLINK("http://x","y")';
  await server.data.writeUnlogged(async (trx) => {
    await trx.updateTable('settings').set({ institute_name: name }).execute();
    await trx.updateTable('programs').set({ description: 'سطر\nثان، "مقتبس"' }).where('id', '=', 1).execute();
  });
  const archive = await exportAll(server.data);
  expect(rowsOfTable(archive, 'settings')[0]?.['اسم المعهد']).toBe(`'${name}`);
  expect(rowsOfTable(archive, 'programs')[0]?.['الوصف']).toBe('سطر\nثان، "مقتبس"');
});

test('a large table has several files with the same headings', async () => {
  const pieces: Uint8Array[] = [];
  for await (const piece of buildArchive(server.data.read, now, { maxRows: 60, pageSize: 30 }))
    pieces.push(piece);
  const archive = readArchive(Buffer.concat(pieces));
  const name = nameOfTable('students').replace(/\.csv$/, '');
  const parts = [name, `${name}-2`, `${name}-3`].map(
    (part) => archive[`${part}.csv`]?.trim().split('\r\n') ?? [],
  );
  expect(parts.map((lines) => lines.length)).toEqual([61, 61, 31]);
  expect(parts[1]?.[0]).toBe(parts[0]?.[0]);
  expect(archive[`${name}-4.csv`]).toBeUndefined();
  expect(archive['READ-ME.txt']).toContain(`${name}-3.csv\t30\tstudents`);
});

test('pages of any size give the same rows', async () => {
  for (const file of exportFiles.filter(({ table }) =>
    /^(student_results|student_guardians|sard)$/.test(table),
  )) {
    const read = async (pageSize: number) => {
      const rows: StoredRow[] = [];
      for await (const page of readFileRows(server.data.read, file, now, pageSize)) rows.push(...page);
      return rows;
    };
    const rows = await read(1_000);
    expect(rows.length).toBeGreaterThan(7);
    expect(await read(7)).toEqual(rows);
  }
});

test('export asks for the password, and only admins of the whole institute have it', async () => {
  const as = await adminSession();
  expect(await server.call('POST', '/export', { as: 'teacher' })).toMatchObject({ status: 403 });
  const refused = await server.call('POST', '/export', { as });
  expect(refused).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } });
  await stepUp(server, as);
  const answer = await vi.waitFor(async () => {
    const first = await server.call('POST', '/export', { as });
    expect(first.status).toBe(200);
    return first;
  });
  expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.headers['content-disposition']).toContain('rasd-export-2026-11-20.zip');
});

test('the audit shows each export and its admin, and the export cannot be undone', async () => {
  const as = await adminSession();
  await stepUp(server, as);
  const headers = { 'x-session-id': 'tab-of-the-export' };
  const loadEntries = async () =>
    (await server.call<AuditEntry[]>('GET', '/audit', { as, query: { filter: { action: 'export' } } })).body;
  const before = await loadEntries();
  const other = await openNext(server.data);
  expect(await server.call('POST', '/export', { as, headers })).toMatchObject({ status: 503 });
  expect(await loadEntries()).toEqual(before);
  other.destroy();
  await expect.poll(async () => (await server.call('POST', '/export', { as, headers })).status).toBe(200);
  const [entry, ...rest] = await loadEntries();
  expect(rest).toEqual(before);
  expect(entry).toMatchObject({ user_id: 1, user_role: 'admin', description: 'تصدير كل بيانات المعهد' });
  expect(await server.call('GET', `/audit/${entry?.id}`, { as })).toMatchObject({ body: { rows: [] } });
  expect(await server.call('POST', '/undo/latest', { as, headers })).toMatchObject({ status: 404 });
  const archive = await exportAll(server.data);
  expect(rowsOfTable(archive, 'operations').at(-1)).toMatchObject({ العملية: 'تصدير' });
});

test('a read that fails in the middle breaks the download, and a repaired one is whole', async () => {
  const own = await startServer();
  const stored = await own.data.read.selectFrom('circles').select(['id', 'days']).executeTakeFirstOrThrow();
  const setDays = (days: string) =>
    own.data.writeUnlogged((trx) =>
      trx.updateTable('circles').set({ days }).where('id', '=', stored.id).execute(),
    );
  const as = { token: await own.signIn('admin') };
  await stepUp(own, as);
  const url = await own.app.listen({ port: 0, host: '127.0.0.1' });
  const download = async () => {
    const answer = await fetch(`${url}/api/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as.token}` },
    });
    return { status: answer.status, bytes: answer.arrayBuffer() };
  };
  await setDays('not a list');
  const broken = await download();
  expect(broken.status).toBe(200);
  await expect(broken.bytes).rejects.toThrow('terminated');
  await setDays(stored.days);
  const whole = await vi.waitFor(async () => {
    const answer = await download();
    const bytes = await answer.bytes;
    expect(answer.status).toBe(200);
    return bytes;
  });
  expect(rowsOfTable(readArchive(new Uint8Array(whole)), 'students')).toHaveLength(150);
  await own.close();
});

test('a second export is refused until the first has ended, also if its reader goes away', async () => {
  const as = await adminSession();
  await stepUp(server, as);
  const first = await openNext(server.data);
  const second = await server.call('POST', '/export', { as });
  expect(second).toMatchObject({ status: 503, body: { code: 'BUSY' } });
  expect(second.headers['retry-after']).toBe('10');
  first.destroy();
  await expect.poll(async () => (await server.call('POST', '/export', { as })).status).toBe(200);
});

test.runIf(isPostgres)('a second server of the institute refuses a second export too', async () => {
  const database = await newFilledDatabase({ hasFewRevisions: true });
  const [one, other] = [await openInstitute(database.url), await openInstitute(database.url)];
  const first = await openExport(one);
  await expect(openExport(other)).rejects.toMatchObject({ code: 'BUSY' });
  first.destroy();
  (await openNext(other)).destroy();
  await one.close();
  await other.close();
  await database.discard();
});

test('a reader that goes away ends the reads', async () => {
  const stream = await openNext(server.data);
  await once(stream, 'readable');
  expect((stream.read() as Buffer).length).toBeGreaterThan(0);
  stream.destroy();
  await once(stream, 'close');
  // The snapshot is closed, so its only connection is free again.
  expect(Object.keys(await exportAll(server.data))).toHaveLength(exportFiles.length + 1);
});

test('a snapshot may wait an hour for its reader, and other transactions only a minute', async () => {
  if (!isPostgres) return;
  const setting = sql<{
    limit: string;
  }>`select current_setting('idle_in_transaction_session_timeout') as limit`;
  const inSnapshot = await vi.waitFor(() =>
    server.data.readSnapshot(maxExportMs, async (db) => (await setting.execute(db)).rows),
  );
  expect(inSnapshot).toEqual([{ limit: '1h' }]);
  expect((await setting.execute(server.data.read)).rows).toEqual([{ limit: '1min' }]);
});

test('an archive is compressed only as far as its reader has come', async () => {
  const piece = 65_536;
  let readBytes = 0;
  const content = async function* () {
    for (let count = 0; count < 60; count += 1) {
      readBytes += piece;
      yield randomBytes(piece);
    }
  };
  const entries = async function* () {
    yield { name: 'a.csv', content: content() };
  };
  let [receivedBytes, maxAhead] = [0, 0];
  for await (const { length } of zipStream(entries(), now)) {
    receivedBytes += length;
    for (let turn = 0; turn < 10; turn += 1) await yieldToEventLoop();
    maxAhead = Math.max(maxAhead, readBytes - receivedBytes);
  }
  // Random bytes cannot be compressed.
  expect(receivedBytes).toBeGreaterThan(60 * piece);
  expect(maxAhead).toBeLessThan(6 * piece);
});

test('an archive that its format cannot hold ends with an error', async () => {
  const entries = async function* () {
    for (const name of ['a.csv', 'b.csv']) yield { name, content: Readable.from([randomBytes(4_000)]) };
  };
  const compress = async (maxBytes: number) => {
    const pieces: Uint8Array[] = [];
    for await (const one of zipStream(entries(), now, maxBytes)) pieces.push(one);
    return Buffer.concat(pieces);
  };
  const whole = await compress(9_000);
  expect(Object.keys(readArchive(whole))).toEqual(['a.csv', 'b.csv']);
  await expect(compress(whole.length - 1)).rejects.toThrow(ArchiveTooLarge);
  // A single file that is compressed well is too large too.
  const zeros = async function* () {
    yield { name: 'a.csv', content: Readable.from([Buffer.alloc(10_000)]) };
  };
  await expect(zipStream(zeros(), now, 9_000).next()).rejects.toThrow(ArchiveTooLarge);
});

test('a client that disconnects ends the reads of its export', async () => {
  const own = await startServer();
  // More than the buffers of a connection can take.
  const description = randomBytes(24 * 1_048_576).toString('base64');
  await own.data.writeUnlogged((trx) => trx.updateTable('programs').set({ description }).execute());
  const as = { token: await own.signIn('admin') };
  await stepUp(own, as);
  const url = await own.app.listen({ port: 0, host: '127.0.0.1' });
  const headers = { authorization: `Bearer ${as.token}` };
  const client = request(`${url}/api/export`, { method: 'POST', headers }).end();
  const [answer] = (await once(client, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  await once(answer, 'readable');
  await expect(openExport(own.data)).rejects.toMatchObject({ code: 'BUSY' });
  client.destroy();
  (await openNext(own.data)).destroy();
  await own.close();
});

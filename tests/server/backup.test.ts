import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, inject, test } from 'vitest';
import type { Data } from '../../server/db/data';
import { openInstitute } from '../../server/domain/openInstitute';
import { backUp } from '../../server/db/backups/copies';
import { restore } from '../../server/db/backups/restore';
import { fillDemo } from '../../server/demo/index';
import { quickHash } from '../support/app';
import { startProgram } from '../support/childProcess';
import { dump, isPostgres } from '../support/database';
import { temporaryFolder } from '../support/temporaryFolder';

const folder = temporaryFolder();
const now = new Date('2026-11-20T10:00:00Z');

async function demoDatabase(name: string): Promise<{ file: string; data: Data }> {
  const file = join(folder, name);
  const data = await openInstitute(`sqlite:${file}`);
  await fillDemo(data, { today: '2026-11-20', passwordHash: await quickHash('rasd-demo') });
  return { file, data };
}

async function dumpOf(file: string) {
  const data = await openInstitute(`sqlite:${file}`);
  const rows = await dump(data);
  await data.close();
  return rows;
}

const actor = { userId: null, name: 'writer', role: 'admin', undoSession: null };

/**
 * Repeatedly changes a programme and a batch together, so that every copy must have the same value in both
 * rows.
 */
async function writePairs(data: Data, isOver: () => boolean): Promise<number> {
  let round = 0;
  for (; !isOver(); round += 1) {
    await data.write(actor, async (unit) => {
      unit.describe('update', 'programs', null, 'تعديل');
      await unit.update('programs', 1, { duration: `round ${round}` });
      await unit.update('batches', 1, { status: `round ${round}` });
    });
    await setImmediate(); // as between two requests; SQLite itself never waits
  }
  return round;
}

const runNightly = (cwd: string, env: Record<string, string>) =>
  spawnSync('sh', [fileURLToPath(new URL('../../deploy/backup.sh', import.meta.url))], {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });

describe.skipIf(isPostgres)('SQLite', () => {
  test('a copy during writes is complete and consistent, and is restored unchanged', async () => {
    const { file, data } = await demoDatabase('busy.db');
    let isOver = false;
    const writing = writePairs(data, () => isOver);
    const copies = [1, 2, 3].map((count) => join(folder, `copy-${count}.db`));
    for (const copy of copies) await backUp(file, copy);
    isOver = true;
    expect(await writing).toBeGreaterThan(0);
    const after = await dump(data);
    await data.close();

    for (const copy of copies) {
      expect(existsSync(`${copy}-wal`)).toBe(false);
      const database = new BetterSqlite3(copy, { readonly: true });
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
      const duration = database.prepare('select duration from programs where id = 1').pluck().get();
      const status = database.prepare('select status from batches where id = 1').pluck().get();
      expect(String(duration).startsWith('round') ? status : duration).toBe(duration);
      database.close();
    }

    const whole = join(folder, 'whole.db');
    await backUp(file, whole);
    const changed = await openInstitute(`sqlite:${file}`);
    await writePairs(
      changed,
      (() => {
        let remaining = 3;
        return () => remaining-- === 0;
      })(),
    );
    await changed.close();
    const replaced = await restore(whole, file, now);
    expect(replaced).toBe(`${file}.replaced-20261120T100000000Z`);
    expect(await dumpOf(file)).toEqual(after);
    expect(await dumpOf(String(replaced))).not.toEqual(after);
  });

  test('a copy, and a database restored from it, have the file permissions of the database', async () => {
    const { file, data } = await demoDatabase('hidden.db');
    await data.close();
    chmodSync(file, 0o600);
    const copy = join(folder, 'hidden-copy.db');
    await backUp(file, copy);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    await restore(copy, file, now);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('a restore refuses an open database as its target, and a file that is not our backup', async () => {
    const { file, data } = await demoDatabase('open.db');
    const copy = join(folder, 'open-copy.db');
    await backUp(file, copy);
    const before = await dump(data);
    await expect(restore(copy, file, now)).rejects.toThrow('stop it first');
    expect(await dump(data)).toEqual(before);
    await data.write(actor, async (unit) => {
      unit.describe('update', 'programs', null, 'تعديل');
      await unit.update('programs', 1, { duration: 'still writing' });
    });
    await data.close();
    const contents = await dumpOf(file);

    const text = join(folder, 'text.db');
    writeFileSync(text, 'this is no database, and long enough to be looked at as one '.repeat(100));
    await expect(restore(text, file, now)).rejects.toThrow('is not a database of Rasd');

    const foreignFile = join(folder, 'foreign.db');
    new BetterSqlite3(foreignFile).exec('create table notes (text)').close();
    await expect(restore(foreignFile, file, now)).rejects.toThrow('is not a database of Rasd');

    const newerFile = join(folder, 'newer.db');
    copyFileSync(copy, newerFile);
    new BetterSqlite3(newerFile).exec("insert into kysely_migration values ('9999_future', '2030')").close();
    await expect(restore(newerFile, file, now)).rejects.toThrow('newer Rasd');

    const torn = join(folder, 'torn.db');
    const bytes = readFileSync(copy);
    bytes.fill(0x5a, 40_960, 200_000);
    writeFileSync(torn, bytes);
    await expect(restore(torn, file, now)).rejects.toThrow('is damaged');

    await expect(restore(join(folder, 'none.db'), file, now)).rejects.toThrow('There is no file');
    await expect(backUp(file, copy)).rejects.toThrow('exists already');
    await expect(backUp(join(folder, 'none.db'), join(folder, 'x.db'))).rejects.toThrow(
      'There is no database',
    );
    expect(await dumpOf(file)).toEqual(contents);
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  test('the commands back up an open database, restore it to its path, and print a message about the result', async () => {
    const { file, data } = await demoDatabase('commands.db');
    const copy = join(folder, 'commands-copy.db');
    const before = await dump(data);
    const env = { DATABASE_URL: `sqlite:${file}` };
    const backup = startProgram('server/commands/backup.ts', [copy], env);
    expect(await backup.ended).toMatchObject({ code: 0 });
    expect(backup.output()).toContain('holds a whole, checked copy');
    const refusedRestore = startProgram('server/commands/restore.ts', [copy], env);
    expect(await refusedRestore.ended).toMatchObject({ code: 1 });
    await data.close();
    const restoreProcess = startProgram('server/commands/restore.ts', [copy], env);
    expect(await restoreProcess.ended).toMatchObject({ code: 0 });
    expect(restoreProcess.output()).toContain('The previous database is now');
    expect(await dumpOf(file)).toEqual(before);
    const unnamed = startProgram('server/commands/backup.ts', [], env);
    expect(await unnamed.ended).toMatchObject({ code: 2 });
  });

  test('the nightly script keeps the newest copies; a failed copy deletes none', async () => {
    const { file, data } = await demoDatabase('nightly.db');
    await data.close();
    // The script runs in the folder of a build.
    const home = join(folder, 'home');
    mkdirSync(join(home, 'dist'), { recursive: true });
    symlinkSync(inject('programs'), join(home, 'dist', 'server'));
    const state = join(folder, 'state');
    const backups = join(state, 'backups');
    mkdirSync(backups, { recursive: true, mode: 0o700 });
    for (const day of ['01', '02', '03']) writeFileSync(join(backups, `rasd-202601${day}T020000Z.db`), day);
    const leftover = join(backups, 'rasd-20260104T020000Z.db.unfinished');
    writeFileSync(leftover, 'killed');
    writeFileSync(`${leftover}-journal`, 'killed');
    const run = (database: string, copies = '2') =>
      runNightly(home, { STATE_DIRECTORY: state, DATABASE_URL: `sqlite:${database}`, COPIES: copies });
    for (const copies of ['0', '00', '-1', 'two']) {
      const refused = run(file, copies);
      expect([copies, refused.status, refused.stdout]).toEqual([copies, 2, '']);
      expect(refused.stderr).toContain('COPIES must be');
    }
    expect(readdirSync(backups)).toHaveLength(5);
    expect(run(join(folder, 'missing.db')).status).toBe(1);
    expect(readdirSync(backups)).toHaveLength(3);

    writeFileSync(leftover, 'killed');
    const { status, stdout, stderr } = run(file);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const copy = stdout.trim().split('\n').at(-1) ?? '';
    expect(readdirSync(backups).toSorted()).toEqual(['rasd-20260103T020000Z.db', basename(copy)]);
    expect(await dumpOf(copy)).toEqual(await dumpOf(file));
  });
});

describe('the nightly script on PostgreSQL', () => {
  /** Runs the script with a `pg_dump` that writes its arguments and its password into the copy. */
  function runWith(url: string, env: Record<string, string> = {}) {
    const home = mkdtempSync(join(folder, 'postgres-'));
    const program = join(home, 'pg_dump');
    const lines = ['#!/bin/sh', `printf '%s\\n' "$@" "$PGPASSWORD" >"\${2#--file=}"`];
    writeFileSync(program, lines.join('\n'), { mode: 0o755 });
    const { status, stdout, stderr } = runNightly(home, {
      PATH: `${home}:${process.env.PATH}`,
      STATE_DIRECTORY: home,
      DATABASE_URL: url,
      ...env,
    });
    const backups = join(home, 'backups');
    const copies = readdirSync(backups).map((name) => readFileSync(join(backups, name), 'utf8'));
    return { status, stdout, stderr, received: copies.map((text) => text.split('\n').slice(2, 4)) };
  }

  test('the password of the address is in no argument', () => {
    for (const [login, passwordless, password] of [
      ['rasd:secret', 'rasd', 'secret'],
      ['rasd:a%40b%2Fc%25d%C3%A9', 'rasd', 'a@b/c%dé'],
      ['rasd:a:b@c|d', 'rasd', 'a:b@c|d'],
      ['rasd', 'rasd', ''],
    ]) {
      const { status, stderr, received } = runWith(`postgresql://${login}@db.example:5432/rasd?user=a:b@c`);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(received).toEqual([[`postgresql://${passwordless}@db.example:5432/rasd?user=a:b@c`, password]]);
    }
  });

  test('an address without a password, and PGPASSWORD, stay as they are', () => {
    const url = 'postgresql:///rasd_first?host=/var/run/postgresql&user=rasd';
    expect(runWith(url, { PGPASSWORD: 'a%40b' }).received).toEqual([[url, 'a%40b']]);
  });

  test('a password that cannot be moved is refused, and not printed', () => {
    for (const url of ['postgres://rasd:secret%GG@db/rasd', 'postgres://db/rasd?user=rasd&password=secret']) {
      const { status, stdout, stderr, received } = runWith(url);
      expect(status).not.toBe(0);
      expect(received).toEqual([]);
      expect(stdout + stderr).not.toContain('secret');
    }
  });
});

test('the commands on PostgreSQL name the tools of PostgreSQL, without a password', async () => {
  const env = { DATABASE_URL: 'postgres://rasd:secret@127.0.0.1:1/rasd' };
  for (const [command, tool] of [
    ['backup', 'pg_dump --format=custom --file=out.dump "$DATABASE_URL"'],
    ['restore', 'pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" out.dump'],
  ]) {
    const child = startProgram(`server/commands/${command}.ts`, ['out.dump'], env);
    expect(await child.ended).toMatchObject({ code: 2 });
    expect(child.errors()).toContain(tool);
    expect(child.errors()).not.toContain('secret');
  }
});

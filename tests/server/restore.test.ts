import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { openInstitute } from '../../server/domain/openInstitute';
import { backUp } from '../../server/db/backups/copies';
import { restore } from '../../server/db/backups/restore';
import { fillDemo } from '../../server/demo/index';
import { quickHash } from '../support/app';
import { startProgram } from '../support/childProcess';
import { isPostgres } from '../support/database';
import { rounds } from '../support/rounds';
import { temporaryFolder } from '../support/temporaryFolder';

const root = temporaryFolder();
const now = new Date('2026-11-20T10:00:00Z');
const replacedName = 'rasd.db.replaced-20261120T100000000Z';

/**
 * An institute as one file, and a copy with another institute name. Each test restores the copy over the old
 * one.
 */
const files = { old: join(root, 'old.db'), copy: join(root, 'copy.db') };

beforeAll(async () => {
  if (isPostgres) return;
  const data = await openInstitute(`sqlite:${files.old}`);
  await fillDemo(data, { today: '2026-11-20', passwordHash: await quickHash('rasd-demo') });
  await data.close();
  await backUp(files.old, files.copy);
  change(files.copy, "update settings set institute_name = 'the copy'");
});

function change(file: string, ...statements: string[]): void {
  const database = new BetterSqlite3(file);
  database.pragma('foreign_keys = OFF');
  for (const statement of statements) database.exec(statement);
  database.close();
}

/** Creates a folder with the old database and the copy. */
function newFolder(): { folder: string; database: string; copy: string } {
  const folder = mkdtempSync(join(root, 'place-'));
  const [database, copy] = [join(folder, 'rasd.db'), join(folder, 'copy.db')];
  copyFileSync(files.old, database);
  copyFileSync(files.copy, copy);
  return { folder, database, copy };
}

function nameIn(file: string): unknown {
  const database = new BetterSqlite3(file, { readonly: true });
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  const name = database.prepare('select institute_name from settings').pluck().get();
  database.close();
  return name;
}

const bytesOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => !name.endsWith('-shm'))
      .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  );

describe.skipIf(isPostgres)('the source of a restore', () => {
  test.each([
    ['the database', (database: string) => database],
    ['its write-ahead log', (database: string) => `${database}-wal`],
    ['its shared memory', (database: string) => `${database}-shm`],
    ['a hard link to the database', (database: string) => linkOf(linkSync, database)],
    ['a hard link to its write-ahead log', (database: string) => linkOf(linkSync, `${database}-wal`)],
    ['a symbolic link to the database', (database: string) => linkOf(symlinkSync, database)],
    ['an unfinished copy', (database: string) => copyUnfinished(database)],
    ['a hard link to an unfinished copy', (database: string) => linkOf(linkSync, copyUnfinished(database))],
    [
      'a symbolic link to an unfinished copy',
      (database: string) => linkOf(symlinkSync, copyUnfinished(database)),
    ],
  ])('the source of a restore is not %s', async (_title, sourceOf) => {
    const { folder, database } = newFolder();
    // An open database has `-wal` and `-shm` files. A restore refuses the open database too, but later.
    const open = new BetterSqlite3(database);
    open.pragma('journal_mode = WAL');
    open.exec("update settings set institute_name = 'the old'");
    const source = sourceOf(database);
    const before = bytesOf(folder);
    await expect(restore(source, database, now)).rejects.toThrow(
      /is the database itself or a part of it|exists already/,
    );
    expect(bytesOf(folder)).toEqual(before);
    open.close();
    expect(nameIn(database)).toBe('the old');
  });

  function linkOf(link: (target: string, path: string) => void, target: string): string {
    link(target, `${target}.link`);
    return `${target}.link`;
  }

  function copyUnfinished(database: string): string {
    copyFileSync(files.copy, `${database}.unfinished`);
    return `${database}.unfinished`;
  }

  test('the source may be any other complete copy; a database behind a symbolic link is replaced at its real path', async () => {
    const { folder, database, copy } = newFolder();
    const link = join(folder, 'link.db');
    symlinkSync(database, link);
    expect(await restore(copy, link, now)).toBe(join(folder, replacedName));
    expect(nameIn(database)).toBe('the copy');
    expect(nameIn(link)).toBe('the copy');
    expect(readdirSync(folder).toSorted()).toEqual(['copy.db', 'link.db', 'rasd.db', replacedName]);
  });

  test.each([
    [
      'dangling references',
      'is damaged: 1 row of batches',
      ['update batches set program_row_id = 987654 where id = 1'],
    ],
    ['no institute', 'is not a database of Rasd', ['delete from settings']],
    [
      'tables of another program',
      'is not a database of Rasd',
      ["update kysely_migration set name = 'x' || name"],
    ],
    [
      'an unknown migration step',
      'newer Rasd',
      ["insert into kysely_migration values ('9999_future', '2030')"],
    ],
    [
      'steps from before the baseline',
      'made by an earlier Rasd',
      ["update kysely_migration set name = '0001_foundation' where name = '0001_baseline'"],
    ],
    ['a table of its schema missing', 'is not a database of Rasd', ['drop table search_texts']],
  ])('a source with %s is refused, and the old database stays', async (_title, message, statements) => {
    const { folder, database, copy } = newFolder();
    change(copy, ...statements);
    const before = bytesOf(folder);
    await expect(restore(copy, database, now)).rejects.toThrow(message);
    expect(bytesOf(folder)).toEqual(before);
  });

  test('a source with a damaged index is refused although every row can be read, and the old database stays', async () => {
    const { folder, database, copy } = newFolder();
    const damaged = new BetterSqlite3(copy).unsafeMode();
    damaged.pragma('writable_schema = ON');
    // Swaps the contents of two indexes of one table.
    damaged.exec(`update sqlite_schema set rootpage = (
        select max(other.rootpage) + min(other.rootpage) from sqlite_schema as other
        where other.name in ('grades_of_student', 'grades_of_subject')) - rootpage
      where name in ('grades_of_student', 'grades_of_subject')`);
    damaged.close();
    const before = bytesOf(folder);
    await expect(restore(copy, database, now)).rejects.toThrow(/is damaged/);
    expect(bytesOf(folder)).toEqual(before);
  });

  test('a source that is empty, cut off or damaged inside is refused, and the old database stays', async () => {
    const { folder, database, copy } = newFolder();
    const bytes = readFileSync(copy);
    const damaged = Buffer.from(bytes);
    damaged.fill(0x5a, bytes.length - 40_960);
    for (const content of [Buffer.alloc(0), bytes.subarray(0, 100_000), damaged]) {
      writeFileSync(copy, content);
      const before = bytesOf(folder);
      await expect(restore(copy, database, now)).rejects.toThrow(/is damaged|is not a database of Rasd/);
      expect(bytesOf(folder)).toEqual(before);
    }
  });
});

describe.skipIf(isPostgres)('a restore', () => {
  test('a restore replaces a damaged database, and the extra files of a deleted one', async () => {
    const { folder, database, copy } = newFolder();
    const handle = openSync(database, 'r+');
    writeSync(handle, Buffer.alloc(4_096, 0x5a), 0, 4_096, 0);
    closeSync(handle);
    expect(await restore(copy, database, now)).toBe(join(folder, replacedName));
    expect(nameIn(database)).toBe('the copy');
    expect(existsSync(join(folder, replacedName))).toBe(true);

    rmSync(database);
    writeFileSync(`${database}-journal`, 'a journal');
    const later = new Date('2026-11-20T11:00:00Z');
    expect(await restore(copy, database, later)).toBeNull();
    expect(nameIn(database)).toBe('the copy');
    expect(existsSync(`${database}.replaced-20261120T110000000Z-journal`)).toBe(true);
  });

  test('a restore always leaves a file at the path of the database', async () => {
    const { folder, database, copy } = newFolder();
    const renamed: string[] = [];
    const watcher = watch(folder, (event, name) => event === 'rename' && renamed.push(String(name)));
    const child = startProgram('tests/support/restoringProcess.ts', [copy, database]);
    expect(await child.ended, child.errors()).toMatchObject({ code: 0 });
    // The last file of the folder appears after all others.
    const isSeen = new Promise((resolve) =>
      watcher.on('change', (_event, name) => name === 'end' && resolve(null)),
    );
    writeFileSync(join(folder, 'end'), '');
    await isSeen;
    watcher.close();
    expect(renamed.filter((name) => name === 'rasd.db')).toHaveLength(1);
    expect(renamed.filter((name) => name === replacedName)).toHaveLength(1);
  });

  const kills = rounds({ short: 5, all: 25 });

  test(`a restore that is killed at ${kills} moments leaves the old or the new database complete`, async () => {
    const events = await killAt(Number.POSITIVE_INFINITY);
    const names: unknown[] = [];
    for (let kill = 1; kill <= kills; kill += 1) await killAt(Math.ceil((events * kill) / kills), names);
    expect(names).toHaveLength(kills);
  });

  /** Kills a restore at the `last` change of its folder. @returns the number of changes */
  async function killAt(last: number, names: unknown[] = []): Promise<number> {
    const { folder, database, copy } = newFolder();
    const child = startProgram('tests/support/restoringProcess.ts', [copy, database]);
    let events = 0;
    const watcher = watch(folder, () => {
      events += 1;
      if (events === last) child.process.kill('SIGKILL');
    });
    await child.ended;
    watcher.close();
    const name = nameIn(database);
    expect([nameIn(files.old), 'the copy']).toContain(name);
    names.push(name);
    // The restore reports the unfinished file of a kill; after it is deleted the next restore succeeds.
    const isLeft = existsSync(`${database}.unfinished`);
    const refusal = await restore(copy, database, new Date()).then(String, String);
    expect(refusal.includes('exists already')).toBe(isLeft);
    rmSync(`${database}.unfinished`, { force: true });
    await restore(copy, database, new Date());
    expect(nameIn(database)).toBe('the copy');
    rmSync(folder, { recursive: true });
    return events;
  }
});

describe.skipIf(isPostgres)('a backup', () => {
  test('a backup never overwrites its database, even one named like an unfinished copy, nor the `-wal` file beside it', async () => {
    const { folder, database } = newFolder();
    const copy = join(folder, 'other.unfinished');
    copyFileSync(database, copy);
    const before = bytesOf(folder);
    await expect(backUp(copy, join(folder, 'other'))).rejects.toThrow('exists already');
    await expect(backUp(database, `${database}-wal`)).rejects.toThrow('part of the database');
    expect(bytesOf(folder)).toEqual(before);
    await backUp(copy, join(folder, 'another'));
    expect(nameIn(join(folder, 'another'))).toBe(nameIn(database));
  });
});

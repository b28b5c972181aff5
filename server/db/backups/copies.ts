/** Copies of an embedded database, made while a server runs; `restore.ts` puts them back. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { execFile } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { migrationNames } from '../migrations';
import { earlierStep } from '../engine/migrator';
import { makePrivateFile, makePrivateFolder, type Warn } from '../engine/ownFiles';

/** Why a copy was not made or not restored; the message is one English sentence for the person at the keyboard. */
export class CopyError extends Error {}

/** Above any number of pages, so that there is one step: a copy in steps starts again at each write of the server. */
const allPages = 2 ** 31 - 1;

/** The files that SQLite keeps beside a database. */
export const partsOf = (file: string): string[] =>
  ['-wal', '-shm', '-journal'].map((part) => `${file}${part}`);

/** Copies the database as it is at one moment. Servers continue to read and write. @throws CopyError */
export async function backUp(file: string, target: string, warn: Warn = () => undefined): Promise<void> {
  if (!existsSync(file)) throw new CopyError(`There is no database at ${file}.`);
  if (existsSync(target)) throw new CopyError(`${target} exists already; name a new file.`);
  if (partsOf(realpathSync(file)).includes(resolve(target)))
    throw new CopyError(`${target} would be taken for a part of the database; name another file.`);
  makePrivateFolder(dirname(target), warn);
  // It gets its final name only when it is complete.
  const unfinished = `${target}.unfinished`;
  await writeCopy(file, unfinished);
  try {
    renameSync(unfinished, target);
    sync(dirname(target));
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/**
 * Writes a copy of a database into one new file, checks it and waits until it is on the disk.
 * @throws CopyError if the target exists, or the database is damaged or not from Rasd; then there is no copy
 */
export async function writeCopy(file: string, target: string): Promise<void> {
  if (existsSync(target)) {
    const whose = 'Another command is writing it, or one was interrupted; then delete it or name it anew';
    throw new CopyError(`${target} exists already. ${whose}.`);
  }
  makePrivateFile(target);
  try {
    await copyAndCheck(file, target);
    sync(target);
  } catch (error) {
    rmSync(target, { force: true });
    if (error instanceof CopyError) throw error;
    if (codeOf(error).startsWith('SQLITE_CANTOPEN')) throw new CopyError(`${file} cannot be opened.`);
    if (codeOf(error).startsWith('SQLITE_CORRUPT')) throw new CopyError(`${file} is damaged.`);
    if (['SQLITE_NOTADB', 'SQLITE_ERROR'].includes(codeOf(error)))
      throw new CopyError(`${file} is not a database of Rasd.`);
    throw error;
  }
}

async function copyAndCheck(file: string, target: string): Promise<void> {
  const source = new BetterSqlite3(file, { readonly: true, timeout: 5_000 });
  try {
    // The rows are counted at the moment of the copy.
    source.exec('begin');
    const counts = rowCounts(source);
    assertOurs(source, file);
    await source.backup(target, { progress: () => allPages });
    inOneFile(target);
    assertWhole(target, file, counts);
  } finally {
    source.close();
  }
}

/** Changes the journal mode of the copy, so that it is complete in a single file. */
function inOneFile(file: string): void {
  const database = new BetterSqlite3(file);
  database.pragma('journal_mode = DELETE');
  database.close();
}

/** @throws CopyError, or the error of SQLite if a table is missing */
function assertOurs(database: BetterSqlite3.Database, file: string): void {
  const steps = database.prepare('select name from kysely_migration').pluck().all() as string[];
  if (steps.includes(earlierStep))
    throw new CopyError(`${file} was made by an earlier Rasd, whose databases this version cannot read.`);
  const unknown = steps.filter((step) => !migrationNames.includes(step));
  const isOurs = unknown.length < steps.length;
  if (isOurs && unknown.length > 0)
    throw new CopyError(`${file} was made by a newer Rasd (${unknown.join(', ')}).`);
  const settings = database.prepare('select institute_name from settings').all();
  if (!isOurs || settings.length === 0) throw new CopyError(`${file} is not a database of Rasd.`);
}

/** @param file the source, which errors name */
function assertWhole(target: string, file: string, expected: readonly string[]): void {
  const copy = new BetterSqlite3(target, { readonly: true });
  try {
    const found = copy.pragma('integrity_check', { simple: true });
    if (found !== 'ok') throw new CopyError(`${file} is damaged: ${String(found)}`);
    const [broken] = copy
      .prepare(
        `select count(*) || ' row' || iif(count(*) > 1, 's', '') || ' of ' || "table" || ' without ' || parent
         from pragma_foreign_key_check group by "table", parent`,
      )
      .pluck()
      .all();
    if (broken !== undefined) throw new CopyError(`${file} is damaged: ${String(broken)}`);
    const counts = rowCounts(copy);
    const other = expected.findIndex((count, index) => count !== counts[index]);
    if (other >= 0 || counts.length !== expected.length)
      throw new CopyError(`The copy of ${file} is not whole (${counts[other]}, not ${expected[other]}).`);
  } finally {
    copy.close();
  }
}

/** Each table with the number of its rows. */
function rowCounts(database: BetterSqlite3.Database): string[] {
  const tables = database
    .prepare(`select name from sqlite_schema where type = 'table' order by name`)
    .pluck()
    .all() as string[];
  const countOf = (table: string) =>
    Number(database.prepare(`select count(*) from "${table}"`).pluck().get());
  return tables.map((table) => `${table}: ${countOf(table)}`);
}

/** Each column with its table. */
export const columnsIn = (database: BetterSqlite3.Database): string[] =>
  database
    .prepare(
      `select tables.name || '.' || columns.name from sqlite_schema as tables,
       pragma_table_info(tables.name) as columns where tables.type = 'table'`,
    )
    .pluck()
    .all() as string[];

export const codeOf = (error: unknown): string => String((error as { code?: unknown }).code);

/** Whether SQLite could not make sense of the file. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));

/** Waits until the file is on the disk. */
export function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    // Windows cannot sync folders and does not need to.
    if (process.platform !== 'win32') throw error;
  } finally {
    closeSync(handle);
  }
}

/** Where the server stores the copies that it makes itself. */
interface CopyPlace {
  /** The database. */
  file: string;
  /** Null: the folder of the database. */
  folder: string | null;
  /** Number of copies to keep, the newest. */
  kept: number;
}

/**
 * Copies the database before an action that a person may regret, and deletes the oldest copies of this kind. Others
 * continue to read and write.
 * @returns the name of the new file, without its folder
 * @throws the error that prevented the copy; then there is none
 */
export async function copyBefore(
  what: string,
  place: CopyPlace,
  now: Date,
  copy: (file: string, target: string) => Promise<void> = copyApart,
): Promise<string> {
  const extension = extname(place.file);
  const beginning = `${basename(place.file, extension)}.before-${what}-`;
  const folder = place.folder ?? dirname(place.file);
  const time = now.toISOString().replace(/[-:.]/g, '');
  const named = (number: number) => `${beginning}${time}${number > 1 ? `-${number}` : ''}${extension}`;
  let number = 1;
  while (existsSync(join(folder, named(number)))) number += 1;
  await copy(place.file, join(folder, named(number)));
  const copies = readdirSync(folder).filter(
    (name) =>
      name.startsWith(beginning) && name.endsWith(extension) && /^\d{8}T/.test(name.slice(beginning.length)),
  );
  // The names contain the time, so that sorting by name sorts by time.
  for (const old of copies.toSorted().slice(0, -place.kept)) rmSync(join(folder, old), { force: true });
  return named(number);
}

/**
 * Copies the database beside itself before the schema changes: one copy for each first step of a start, so that
 * repeated failed starts leave one copy; the newest three are kept. Nobody is served yet.
 * @returns the name of the new file
 * @throws CopyError, or the error that prevented the copy
 */
export async function copyBeforeMigration(file: string, step: string, now: Date): Promise<string> {
  const name = await copyBefore(`migration-${step}`, { file, folder: null, kept: 1 }, now, backUp);
  const extension = extname(file);
  const beginning = `${basename(file, extension)}.before-migration-`;
  const copies = readdirSync(dirname(file)).filter(
    (one) => one.startsWith(beginning) && one.endsWith(extension),
  );
  // Steps are numbered, so that sorting by name sorts by step.
  for (const old of copies.toSorted().slice(0, -3)) rmSync(join(dirname(file), old), { force: true });
  return name;
}

/**
 * Runs the backup command in a process of its own: copying and checking a large file takes seconds, in which this
 * process must answer calls.
 */
async function copyApart(file: string, target: string): Promise<void> {
  // Tests run from the sources and name the folder of their bundle: to compile the command takes seconds each time.
  const bundle = process.env['COMMANDS_BUNDLE'];
  const isSource = !bundle && import.meta.url.endsWith('.ts');
  const beside = new URL(isSource ? '../../commands/backup' : './backup.js', import.meta.url);
  const command = bundle ? pathToFileURL(join(bundle, 'backup.js')) : beside;
  await promisify(execFile)(
    process.execPath,
    [...(isSource ? ['--import', 'tsx'] : []), fileURLToPath(command), target],
    { env: { ...process.env, DATABASE_URL: `sqlite:${file}` } },
  );
}

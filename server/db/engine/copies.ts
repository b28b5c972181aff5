/** Copies of an embedded database: made while a server runs, and restored while none does. */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, readdirSync } from 'node:fs';
import { dirname, basename, extname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { execFile } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { migrationNames } from '../migrations';
import { makeOwnFile, makeOwnFolder, ownDatabase, type Warn } from './ownFiles';

/** Why a copy was not made or not restored; the message is one English sentence for the person at the keyboard. */
export class CopyError extends Error {}

/** Above any number of pages, so that there is one step: a copy in steps starts again at each write of the server. */
const allPages = 2 ** 31 - 1;

/** Copies the database as it is at one moment. Servers continue to read and write. @throws CopyError */
export async function backUp(file: string, target: string, warn: Warn = () => undefined): Promise<void> {
  if (!existsSync(file)) throw new CopyError(`There is no database at ${file}.`);
  if (existsSync(target)) throw new CopyError(`${target} exists already; name a new file.`);
  makeOwnFolder(dirname(target), warn);
  const source = new BetterSqlite3(file, { readonly: true, timeout: 5_000 });
  // It gets its final name only when it is complete.
  const unfinished = `${target}.unfinished`;
  try {
    makeAnew(unfinished);
    await source.backup(unfinished, { progress: () => allPages });
    inOneFile(unfinished);
    checkCopy(unfinished);
    sync(unfinished);
    renameSync(unfinished, target);
    sync(dirname(target));
  } finally {
    source.close();
    rmSync(unfinished, { force: true });
  }
}

/**
 * Replaces the database by a copy; the old database is kept beside it under another name.
 * @returns the new name of the old database, or null if there was none
 * @throws CopyError if a server has the database open, or the copy is damaged or not from Rasd; then nothing changes
 */
export async function restore(
  copy: string,
  file: string,
  now: Date,
  warn: Warn = () => undefined,
): Promise<string | null> {
  if (!existsSync(copy)) throw new CopyError(`There is no file ${copy}.`);
  checkCopy(copy);
  makeOwnFolder(dirname(file), warn);
  const unfinished = `${file}.unfinished`;
  makeAnew(unfinished);
  try {
    const source = new BetterSqlite3(copy, { readonly: true });
    await source.backup(unfinished, { progress: () => allPages });
    source.close();
    inOneFile(unfinished);
    sync(unfinished);
    const replaced = existsSync(file) ? `${file}.replaced-${now.toISOString().replace(/[-:.]/g, '')}` : null;
    if (replaced !== null) {
      ownDatabase(file, warn);
      settle(file);
      renameSync(file, replaced);
    }
    renameSync(unfinished, file);
    sync(dirname(file));
    return replaced;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Creates a new file that only the owner can read, in place of one that an earlier copy may have left. */
function makeAnew(file: string): void {
  rmSync(file, { force: true });
  makeOwnFile(file);
}

/** Changes the journal mode of the copy, so that it is complete in a single file. */
function inOneFile(file: string): void {
  const database = new BetterSqlite3(file);
  database.pragma('journal_mode = DELETE');
  database.close();
}

/** Writes everything into the one file; SQLite does this only while nobody else has it open. */
function settle(file: string): void {
  const database = new BetterSqlite3(file, { timeout: 0 });
  try {
    database.pragma('journal_mode = DELETE');
  } catch (error) {
    if (!codeOf(error).startsWith('SQLITE_BUSY')) throw error;
    throw new CopyError(`A server or another command has ${file} open; stop it first.`);
  } finally {
    database.close();
  }
}

function checkCopy(file: string): void {
  let database: BetterSqlite3.Database | null = null;
  try {
    database = new BetterSqlite3(file, { readonly: true });
    const found = database.pragma('integrity_check', { simple: true });
    if (found !== 'ok') throw new CopyError(`${file} is damaged: ${String(found)}`);
    const steps = database.prepare('select name from kysely_migration').pluck().all() as string[];
    const unknown = steps.filter((step) => !migrationNames.includes(step));
    if (unknown.length > 0) throw new CopyError(`${file} was made by a newer Rasd (${unknown.join(', ')}).`);
    database.prepare('select institute_name from settings').all();
  } catch (error) {
    if (error instanceof CopyError) throw error;
    if (codeOf(error).startsWith('SQLITE_CORRUPT')) throw new CopyError(`${file} is damaged.`);
    throw new CopyError(`${file} is not a database of Rasd.`);
  } finally {
    database?.close();
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code);

/** Waits until the file is on the disk. */
function sync(path: string): void {
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

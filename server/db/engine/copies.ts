/** Copies of an embedded database: taken while a server runs, and put back while none does. */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, readdirSync } from 'node:fs';
import { dirname, basename, extname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { migrationNames } from '../migrations';
import { makeOwnFile, makeOwnFolder, ownDatabase, type Warn } from './ownFiles';

/** Why a copy was not made or not taken; the message is one English sentence for the person at the keyboard. */
export class CopyError extends Error {}

/** More pages than any file has: all in one step, since a copy in steps begins anew at each write of the server. */
const allPages = 2 ** 31 - 1;

/** Copies the database as it is at one moment. Servers go on reading and writing. @throws CopyError */
export async function backUp(file: string, target: string, warn: Warn = () => undefined): Promise<void> {
  if (!existsSync(file)) throw new CopyError(`There is no database at ${file}.`);
  if (existsSync(target)) throw new CopyError(`${target} exists already; name a new file.`);
  makeOwnFolder(dirname(target), warn);
  const source = new BetterSqlite3(file, { readonly: true, timeout: 5_000 });
  // Under its own name only when it is whole.
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
 * Puts a copy in the place of the database, which is kept beside under another name.
 * @returns the name of what was replaced, or null where there was nothing
 * @throws CopyError when a server has the database open, or the copy is damaged or not Rasd's; then nothing is changed
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

/** A new file for the owner alone, in the place of one that an earlier copy may have left. */
function makeAnew(file: string): void {
  rmSync(file, { force: true });
  makeOwnFile(file);
}

/** A copy comes with the mode of its source, in which a file may have a second one beside it; alone it is whole. */
function inOneFile(file: string): void {
  const database = new BetterSqlite3(file);
  database.pragma('journal_mode = DELETE');
  database.close();
}

/** Brings all that is written into the one file, which SQLite does for nobody while another has it open. */
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

/** Waits until the disk has it. */
function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    // Windows syncs no folders, and needs not.
    if (process.platform !== 'win32') throw error;
  } finally {
    closeSync(handle);
  }
}

/** Copies that the server makes by itself. */
interface CopyPlace {
  /** The database. */
  file: string;
  /** Null: beside the database. */
  folder: string | null;
  /** Number of copies that are kept, the newest. */
  kept: number;
}

/**
 * Copies the database before something that a person may regret, and forgets the oldest copies of this kind.
 * Others go on reading and writing.
 * @returns the name of the new file, without its folder
 * @throws whatever kept the copy from being made, and then there is none
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
  // Named by time: the order of the names is that of the copies.
  for (const old of copies.toSorted().slice(0, -place.kept)) rmSync(join(folder, old), { force: true });
  return named(number);
}

/**
 * Copies the database beside it before the schema changes: one copy for each step that a start begins with, so that
 * starts which fail again and again leave one, and of the newest three. Nobody is served yet who would have to wait.
 * @returns the name of the new file
 * @throws CopyError, or whatever else kept the copy from being made
 */
export async function copyBeforeMigration(file: string, step: string, now: Date): Promise<string> {
  const name = await copyBefore(`migration-${step}`, { file, folder: null, kept: 1 }, now, backUp);
  const extension = extname(file);
  const beginning = `${basename(file, extension)}.before-migration-`;
  const copies = readdirSync(dirname(file)).filter(
    (one) => one.startsWith(beginning) && one.endsWith(extension),
  );
  // Steps are numbered: the order of the names is theirs.
  for (const old of copies.toSorted().slice(0, -3)) rmSync(join(dirname(file), old), { force: true });
  return name;
}

/**
 * In a process of its own, by the command that people run too: copying and checking a large file takes seconds, in
 * which this one must answer.
 */
async function copyApart(file: string, target: string): Promise<void> {
  const isSource = import.meta.url.endsWith('.ts');
  const command = new URL(isSource ? '../../commands/backup' : './backup.js', import.meta.url);
  await promisify(execFile)(
    process.execPath,
    [...(isSource ? ['--import', 'tsx'] : []), fileURLToPath(command), target],
    { env: { ...process.env, DATABASE_URL: `sqlite:${file}` } },
  );
}

/** Replaces an embedded database by a copy while no server runs. */
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { steps } from '../migrations';
import { migrateSteps } from '../engine/migrator';
import { makePrivateFolder, makeDatabasePrivate, type Warn } from '../engine/ownFiles';
import { columnsIn, codeOf, CopyError, isDamage, partsOf, sync, writeCopy } from './copies';

/**
 * Replaces the database by a copy; the old database is kept beside it under another name. At each moment the name of
 * the database belongs to the whole old database or to the whole new one.
 * @returns the new name of the old database, or null if there was none
 * @throws CopyError if a server has the database open, or the copy is damaged, not from Rasd, or the database itself;
 * then nothing changes
 */
export async function restore(
  copy: string,
  database: string,
  now: Date,
  warn: Warn = () => undefined,
): Promise<string | null> {
  if (!existsSync(copy)) throw new CopyError(`There is no file ${copy}.`);
  // Behind a symbolic link, where SQLite has the other parts of the database too.
  const file = existsSync(database) ? realpathSync(database) : database;
  if ([file, ...partsOf(file)].some((part) => isSameFile(copy, part)))
    throw new CopyError(`${copy} is the database itself or a part of it; name a copy.`);
  makePrivateFolder(dirname(file), warn);
  const unfinished = `${file}.unfinished`;
  await writeCopy(copy, unfinished);
  try {
    await assertSchema(copy, unfinished);
    return putInPlace(unfinished, file, now, warn);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Also by another name: a hard link or a symbolic link. */
function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

/** @throws CopyError unless the copy has all tables and columns of the steps that it names */
async function assertSchema(copy: string, unfinished: string): Promise<void> {
  const found = new BetterSqlite3(unfinished, { readonly: true });
  const model = new BetterSqlite3(':memory:');
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: model }) });
  try {
    const wanted = found.prepare('select name from kysely_migration order by name').pluck().all() as string[];
    await migrateSteps(db, 'sqlite', { steps, targetSteps: wanted, before: async () => undefined });
    const columns = new Set(columnsIn(found));
    const missing = columnsIn(model).find((column) => !columns.has(column));
    if (missing !== undefined)
      throw new CopyError(`${copy} is not a database of Rasd: ${missing} is missing.`);
  } finally {
    await db.destroy();
    found.close();
  }
}

function putInPlace(unfinished: string, file: string, now: Date, warn: Warn): string | null {
  const replaced = `${file}.replaced-${now.toISOString().replace(/[-:.]/g, '')}`;
  const isReplaced = existsSync(file);
  if (isReplaced) {
    makeDatabasePrivate(file, warn);
    settle(file, warn);
    keepAs(file, replaced);
  }
  // The log of a damaged or lost database would be taken for one of the new database.
  for (const part of partsOf('').filter((suffix) => existsSync(`${file}${suffix}`))) {
    renameSync(`${file}${part}`, `${replaced}${part}`);
    if (!isReplaced) warn(`${file}${part} was left without its database; it is ${replaced}${part} now.`);
  }
  renameSync(unfinished, file);
  sync(dirname(file));
  return isReplaced ? replaced : null;
}

/** Writes everything into the one file; SQLite does this only while nobody else has it open. */
function settle(file: string, warn: Warn): void {
  const database = new BetterSqlite3(file, { timeout: 0 });
  try {
    database.pragma('journal_mode = DELETE');
  } catch (error) {
    if (codeOf(error).startsWith('SQLITE_BUSY'))
      throw new CopyError(`A server or another command has ${file} open; stop it first.`);
    if (!isDamage(error)) throw error;
    warn(`${file} is damaged. It is kept as it is.`);
  } finally {
    database.close();
  }
}

/** Gives a file a second name without taking the first; a file system without hard links gets a copy. */
function keepAs(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    copyFileSync(file, name, constants.COPYFILE_EXCL);
    sync(name);
  }
}

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
import { listColumns, errorCode, CopyError, isDamageError, sideFiles, sync, writeCopy } from './copies';

/** At each moment the path has the whole old or new database. @returns the new path of the old one */
export async function restore(
  copy: string,
  database: string,
  now: Date,
  warn: Warn = () => undefined,
): Promise<string | null> {
  if (!existsSync(copy)) throw new CopyError(`There is no file ${copy}.`);
  // SQLite keeps the -wal and -shm files beside the target of a symbolic link.
  const file = existsSync(database) ? realpathSync(database) : database;
  if ([file, ...sideFiles(file)].some((path) => isSameFile(copy, path)))
    throw new CopyError(`${copy} is the database itself or a part of it; name a copy.`);
  makePrivateFolder(dirname(file), warn);
  const unfinished = `${file}.unfinished`;
  await writeCopy(copy, unfinished);
  try {
    await assertSchema(copy, unfinished);
    return replaceDatabase(unfinished, file, now, warn);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

async function assertSchema(copy: string, unfinished: string): Promise<void> {
  const copied = new BetterSqlite3(unfinished, { readonly: true });
  const model = new BetterSqlite3(':memory:');
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: model }) });
  try {
    const targetSteps = copied
      .prepare('select name from kysely_migration order by name')
      .pluck()
      .all() as string[];
    await migrateSteps(db, 'sqlite', { steps, targetSteps, before: async () => undefined });
    const columns = new Set(listColumns(copied));
    const missing = listColumns(model).find((column) => !columns.has(column));
    if (missing !== undefined)
      throw new CopyError(`${copy} is not a database of Rasd: ${missing} is missing.`);
  } finally {
    await db.destroy();
    copied.close();
  }
}

function replaceDatabase(unfinished: string, file: string, now: Date, warn: Warn): string | null {
  const oldName = `${file}.replaced-${now.toISOString().replace(/[-:.]/g, '')}`;
  const hasOldDatabase = existsSync(file);
  if (hasOldDatabase) {
    makeDatabasePrivate(file, warn);
    mergeLog(file, warn);
    linkAs(file, oldName);
  }
  // SQLite would apply the WAL of a damaged or lost database to the new one.
  for (const suffix of sideFiles('').filter((name) => existsSync(`${file}${name}`))) {
    renameSync(`${file}${suffix}`, `${oldName}${suffix}`);
    if (!hasOldDatabase)
      warn(`${file}${suffix} was left without its database; it is ${oldName}${suffix} now.`);
  }
  renameSync(unfinished, file);
  sync(dirname(file));
  return hasOldDatabase ? oldName : null;
}

/** SQLite merges the WAL only if no other process has the file open. */
function mergeLog(file: string, warn: Warn): void {
  const database = new BetterSqlite3(file, { timeout: 0 });
  try {
    database.pragma('journal_mode = DELETE');
  } catch (error) {
    if (errorCode(error).startsWith('SQLITE_BUSY'))
      throw new CopyError(`A server or another command has ${file} open; stop it first.`);
    if (!isDamageError(error)) throw error;
    warn(`${file} is damaged. It is kept as it is.`);
  } finally {
    database.close();
  }
}

/** Never replaces a file. On a file system without hard links, it makes a copy. */
function linkAs(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    copyFileSync(file, name, constants.COPYFILE_EXCL);
    sync(name);
  }
}

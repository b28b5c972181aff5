/** Makes copies of a SQLite database while a server runs. `restore.ts` restores them. */
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
import { constants, setPriority } from 'node:os';
import { basename, dirname, extname, join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { execFile, type ExecFileOptions } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { migrationNames } from '../migrations';
import { earlierStep } from '../engine/migrator';
import { makePrivateFile, makePrivateFolder, type Warn } from '../engine/ownFiles';

export class CopyError extends Error {}

/** The copy takes all pages in one step. In several steps, each write of the server would restart it. */
const allPages = 2 ** 31 - 1;

export const sideFiles = (file: string): string[] =>
  ['-wal', '-shm', '-journal'].map((suffix) => `${file}${suffix}`);

/** Copies the database as it is at one moment, while servers keep writing. @throws CopyError */
export async function backUp(file: string, target: string, warn: Warn = () => undefined): Promise<void> {
  if (!existsSync(file)) throw new CopyError(`There is no database at ${file}.`);
  if (existsSync(target)) throw new CopyError(`${target} exists already; name a new file.`);
  if (sideFiles(realpathSync(file)).includes(resolve(target)))
    throw new CopyError(`${target} would look like a part of the database; name another file.`);
  makePrivateFolder(dirname(target), warn);
  const unfinished = `${target}.unfinished`;
  await writeCopy(file, unfinished);
  try {
    renameSync(unfinished, target);
    sync(dirname(target));
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Checks the copy and flushes it to the disk. On failure, no file is left. @throws CopyError */
export async function writeCopy(file: string, target: string): Promise<void> {
  if (existsSync(target)) {
    const reason = 'Another command is writing it, or one was interrupted; then delete or rename it';
    throw new CopyError(`${target} exists already. ${reason}.`);
  }
  makePrivateFile(target);
  try {
    await copyAndCheck(file, target);
    sync(target);
  } catch (error) {
    rmSync(target, { force: true });
    if (error instanceof CopyError) throw error;
    if (errorCode(error).startsWith('SQLITE_CANTOPEN')) throw new CopyError(`${file} cannot be opened.`);
    if (errorCode(error).startsWith('SQLITE_CORRUPT')) throw new CopyError(`${file} is damaged.`);
    if (['SQLITE_NOTADB', 'SQLITE_ERROR'].includes(errorCode(error)))
      throw new CopyError(`${file} is not a database of Rasd.`);
    throw error;
  }
}

async function copyAndCheck(file: string, target: string): Promise<void> {
  const source = new BetterSqlite3(file, { readonly: true, timeout: 5_000 });
  try {
    source.exec('begin');
    const counts = countTableRows(source);
    assertRasdDatabase(source, file);
    await source.backup(target, { progress: () => allPages });
    mergeIntoOneFile(target);
    assertComplete(target, file, counts);
  } finally {
    source.close();
  }
}

function mergeIntoOneFile(file: string): void {
  const database = new BetterSqlite3(file);
  database.pragma('journal_mode = DELETE');
  database.close();
}

function assertRasdDatabase(database: BetterSqlite3.Database, file: string): void {
  const steps = database.prepare('select name from kysely_migration').pluck().all() as string[];
  if (steps.includes(earlierStep))
    throw new CopyError(`${file} was made by an earlier Rasd, whose databases this version cannot read.`);
  const unknownSteps = steps.filter((step) => !migrationNames.includes(step));
  const hasRasdSteps = unknownSteps.length < steps.length;
  if (hasRasdSteps && unknownSteps.length > 0)
    throw new CopyError(`${file} was made by a newer Rasd (${unknownSteps.join(', ')}).`);
  const settings = database.prepare('select institute_name from settings').all();
  if (!hasRasdSteps || settings.length === 0) throw new CopyError(`${file} is not a database of Rasd.`);
}

function assertComplete(target: string, file: string, expected: readonly string[]): void {
  const copy = new BetterSqlite3(target, { readonly: true });
  try {
    const integrity = copy.pragma('integrity_check', { simple: true });
    if (integrity !== 'ok') throw new CopyError(`${file} is damaged: ${String(integrity)}`);
    const [brokenReferences] = copy
      .prepare(
        `select count(*) || ' row' || iif(count(*) > 1, 's', '') || ' of ' || "table" || ' without ' || parent
         from pragma_foreign_key_check group by "table", parent`,
      )
      .pluck()
      .all();
    if (brokenReferences !== undefined)
      throw new CopyError(`${file} is damaged: ${String(brokenReferences)}`);
    const counts = countTableRows(copy);
    const differingIndex = expected.findIndex((count, index) => count !== counts[index]);
    if (differingIndex >= 0 || counts.length !== expected.length)
      throw new CopyError(
        `The copy of ${file} is not whole (${counts[differingIndex]}, not ${expected[differingIndex]}).`,
      );
  } finally {
    copy.close();
  }
}

function countTableRows(database: BetterSqlite3.Database): string[] {
  const tables = database
    .prepare(`select name from sqlite_schema where type = 'table' order by name`)
    .pluck()
    .all() as string[];
  const countRowsIn = (table: string) =>
    Number(database.prepare(`select count(*) from "${table}"`).pluck().get());
  return tables.map((table) => `${table}: ${countRowsIn(table)}`);
}

export const listColumns = (database: BetterSqlite3.Database): string[] =>
  database
    .prepare(
      `select tables.name || '.' || columns.name from sqlite_schema as tables,
       pragma_table_info(tables.name) as columns where tables.type = 'table'`,
    )
    .pluck()
    .all() as string[];

export const errorCode = (error: unknown): string => String((error as { code?: unknown }).code);

export const isDamageError = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(errorCode(error));

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

interface CopyOptions {
  file: string;
  folder: string | null;
  maxCopies: number;
}

/** Also deletes the oldest copies for this action. @returns the file name without the folder */
export async function copyBefore(
  action: string,
  options: CopyOptions,
  now: Date,
  copy: (file: string, target: string) => Promise<void> = copyInProcess,
): Promise<string> {
  const extension = extname(options.file);
  const prefix = `${basename(options.file, extension)}.before-${action}-`;
  const folder = options.folder ?? dirname(options.file);
  const time = now.toISOString().replace(/[-:.]/g, '');
  const copyName = (number: number) => `${prefix}${time}${number > 1 ? `-${number}` : ''}${extension}`;
  let number = 1;
  while (existsSync(join(folder, copyName(number)))) number += 1;
  await copy(options.file, join(folder, copyName(number)));
  const copies = readdirSync(folder).filter(
    (name) =>
      name.startsWith(prefix) && name.endsWith(extension) && /^\d{8}T/.test(name.slice(prefix.length)),
  );
  for (const oldCopy of copies.toSorted().slice(0, -options.maxCopies))
    rmSync(join(folder, oldCopy), { force: true });
  return copyName(number);
}

/** Failed starts with the same first step share a copy. The newest three stay. @returns the file name */
export async function copyBeforeMigration(file: string, step: string, now: Date): Promise<string> {
  const name = await copyBefore(`migration-${step}`, { file, folder: null, maxCopies: 1 }, now, backUp);
  const extension = extname(file);
  const prefix = `${basename(file, extension)}.before-migration-`;
  const copies = readdirSync(dirname(file)).filter(
    (entry) => entry.startsWith(prefix) && entry.endsWith(extension),
  );
  for (const oldCopy of copies.toSorted().slice(0, -3)) rmSync(join(dirname(file), oldCopy), { force: true });
  return name;
}

/** Runs a program with a lower priority than servers. */
export async function runGently(
  program: string,
  args: readonly string[],
  options: ExecFileOptions,
): Promise<void> {
  const running = promisify(execFile)(program, args, options);
  try {
    if (running.child.pid !== undefined)
      setPriority(running.child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system has no priorities.
  }
  await running;
}

/** A large copy takes seconds, so a separate process makes it while this process answers calls. */
export async function copyInProcess(file: string, target: string, signal?: AbortSignal): Promise<void> {
  // Tests pass the folder of their bundle, because compiling the command takes seconds.
  const bundle = process.env['COMMANDS_BUNDLE'];
  const isSource = !bundle && import.meta.url.endsWith('.ts');
  const moduleUrl = new URL(isSource ? '../../commands/backup' : './backup.js', import.meta.url);
  const command = bundle ? pathToFileURL(join(bundle, 'backup.js')) : moduleUrl;
  await runGently(
    process.execPath,
    [...(isSource ? ['--import', 'tsx'] : []), fileURLToPath(command), target],
    { env: { ...process.env, DATABASE_URL: `sqlite:${file}` }, signal },
  );
}

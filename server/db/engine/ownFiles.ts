/** Files of the server can be read only by their owner, because they contain personal data. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** Called with one English sentence if others can read something. */
export type Warn = (sentence: string) => void;

const others = 0o077;
const modeOf = (path: string): number => statSync(path).mode & 0o777;
// Windows has other access rights, and always reports 0666.
const isOpenToOthers = (path: string): boolean =>
  process.platform !== 'win32' && (modeOf(path) & others) !== 0;

/** Creates a folder and its parents, readable only by the owner. An existing one does not change. */
export function makeOwnFolder(folder: string, warn: Warn): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  warnOfFolder(folder, warn);
}

/** Warns if others can read a folder; nothing if it does not exist. */
export function warnOfFolder(folder: string, warn: Warn): void {
  if (existsSync(folder) && isOpenToOthers(folder))
    warn(`Other users of this computer may read the folder ${resolve(folder)}; chmod 700 keeps them out.`);
}

/** Creates a new, empty file that only the owner can read. @throws if it exists */
export function makeOwnFile(file: string): void {
  closeSync(openSync(file, 'wx', 0o600));
}

/**
 * Makes sure that only the owner can read the database, new or not: SQLite gives -wal and -shm the rights of the
 * file.
 * @throws if the file cannot be created
 */
export function ownDatabase(file: string, warn: Warn): void {
  if (!existsSync(file)) return makeOwnFile(file);
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    if (!existsSync(path) || !isOpenToOthers(path)) continue;
    try {
      chmodSync(path, 0o600);
      warn(`Other users of this computer could read ${resolve(path)}; it is for its owner alone now.`);
    } catch {
      warn(`Other users of this computer may read ${resolve(path)}, and the server may not change that.`);
    }
  }
}

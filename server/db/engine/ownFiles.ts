/** What the server stores is for its owner alone: names, numbers and results of people stand in every file. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** Is told, in one English sentence, what others may read. */
export type Warn = (sentence: string) => void;

const others = 0o077;
const modeOf = (path: string): number => statSync(path).mode & 0o777;
// Windows has rights of another kind, and its files say 0666 whatever they are.
const isOpenToOthers = (path: string): boolean =>
  process.platform !== 'win32' && (modeOf(path) & others) !== 0;

/** Makes a folder, and those above it, for the owner alone. One that is there stays as it is. */
export function makeOwnFolder(folder: string, warn: Warn): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  warnOfFolder(folder, warn);
}

/** Says it where others may look into a folder; nothing where there is none. */
export function warnOfFolder(folder: string, warn: Warn): void {
  if (existsSync(folder) && isOpenToOthers(folder))
    warn(`Other users of this computer may read the folder ${resolve(folder)}; chmod 700 keeps them out.`);
}

/** Makes a new, empty file for the owner alone. @throws where there is one */
export function makeOwnFile(file: string): void {
  closeSync(openSync(file, 'wx', 0o600));
}

/**
 * A database for the owner alone, whether it is new or not: SQLite gives -wal and -shm the rights of the file.
 * @throws when there can be no such file
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

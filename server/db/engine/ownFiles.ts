/** Files of the server contain personal data, so only the owner may read them. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

export type Warn = (message: string) => void;

const accessByOthers = 0o077;
const modeOf = (path: string): number => statSync(path).mode & 0o777;
// Windows has other access rights and always reports 0666.
const isOpenToOthers = (path: string): boolean =>
  process.platform !== 'win32' && (modeOf(path) & accessByOthers) !== 0;

export function makePrivateFolder(folder: string, warn: Warn): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  warnIfReadable(folder, warn);
}

export function warnIfReadable(folder: string, warn: Warn): void {
  if (existsSync(folder) && isOpenToOthers(folder))
    warn(`Other users of this computer may read the folder ${resolve(folder)}; chmod 700 keeps them out.`);
}

export function makePrivateFile(file: string): void {
  closeSync(openSync(file, 'wx', 0o600));
}

/** SQLite copies the access rights of the file to -wal and -shm. */
export function makeDatabasePrivate(file: string, warn: Warn): void {
  if (!existsSync(file)) return makePrivateFile(file);
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

import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { BackupFile } from '../../contract/rules/backups';
import type { Config } from '../config';
import { copyInProcess, sideFiles } from '../db/backups/copies';
import { dumpPostgres } from '../db/backups/dump';
import type { Data } from '../db/data';
import { makePrivateFolder, type Warn } from '../db/engine/ownFiles';

/** The files of this database's daily backups. Other institutes may share the folder. */
export interface BackupPlace {
  /** Makes the folder, and deletes what interrupted backups have left. @returns the path of a new file */
  prepare(now: Date, warn: Warn): string;
  /** Makes a checked backup. On failure, no file is left. */
  write(path: string, signal: AbortSignal): Promise<void>;
  list(): BackupFile[];
  remove(file: BackupFile): void;
}

/** @returns null for a database in memory */
export function findBackupPlace(
  { file, postgresUrl }: Pick<Data, 'file' | 'postgresUrl'>,
  { BACKUP_FOLDER }: Config,
): BackupPlace | null {
  if (postgresUrl !== null) {
    const database = decodeURIComponent(new URL(postgresUrl).pathname.slice(1)) || 'rasd';
    const write = (path: string, signal: AbortSignal) => dumpPostgres(postgresUrl, path, signal);
    return createPlace(
      BACKUP_FOLDER ? join(BACKUP_FOLDER, 'daily') : 'data/backups',
      database,
      '.dump',
      write,
    );
  }
  if (file === null) return null;
  const folder = BACKUP_FOLDER ? join(BACKUP_FOLDER, 'daily') : join(dirname(file), 'backups');
  const write = (path: string, signal: AbortSignal) => copyInProcess(file, path, signal);
  return createPlace(folder, basename(file, extname(file)), '.db', write);
}

const unfinishedEndings = ['.unfinished', ...sideFiles('.unfinished')];

function createPlace(
  folder: string,
  database: string,
  extension: string,
  write: BackupPlace['write'],
): BackupPlace {
  const prefix = `${database.replace(/[^\w-]/g, '_')}.daily-`;
  const listNames = () => readdirSync(folder).filter((name) => name.startsWith(prefix));
  const removeUnfinished = () => {
    for (const name of listNames())
      if (unfinishedEndings.some((ending) => name.endsWith(ending)))
        rmSync(join(folder, name), { force: true });
  };
  return {
    prepare: (now, warn) => {
      makePrivateFolder(folder, warn);
      removeUnfinished();
      const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
      const names = new Set(listNames());
      let number = 1;
      const newName = () => `${prefix}${time}${number > 1 ? `-${number}` : ''}${extension}`;
      while (names.has(newName())) number += 1;
      return join(folder, newName());
    },
    write: async (path, signal) => {
      try {
        await write(path, signal);
      } finally {
        // A program that was killed has not deleted them.
        for (const ending of unfinishedEndings) rmSync(`${path}${ending}`, { force: true });
      }
    },
    list: () =>
      listNames().flatMap((name) => {
        const [, ...parts] =
          /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-\d+)?\.(?:db|dump)$/.exec(name.slice(prefix.length)) ??
          [];
        if (parts.length === 0) return [];
        const [year, month, day, hour, minute, second] = parts;
        return { name, madeAt: `${year}-${month}-${day}T${hour}:${minute}:${second}Z` };
      }),
    remove: ({ name }) => rmSync(join(folder, name), { force: true }),
  };
}

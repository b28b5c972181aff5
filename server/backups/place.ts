import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import pg from 'pg';
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

/** False for a database in memory, and for one that is not in use because calls go to another server. */
export const isBackupPossible = (
  { file, postgresUrl }: Pick<Data, 'file' | 'postgresUrl'>,
  { API_PROXY }: Config,
): boolean => API_PROXY === undefined && (file !== null || postgresUrl !== null);

type Place = Pick<BackupPlace, 'write'> & {
  folder: string;
  database: string;
  /** Of the database, in words that no other institute has. */
  address: string;
  extension: string;
};

function describePlace({ file, postgresUrl }: Data, { BACKUP_FOLDER }: Config): Place | null {
  const ownFolder = BACKUP_FOLDER && join(BACKUP_FOLDER, 'daily');
  if (postgresUrl !== null) {
    const { host, port, database = 'rasd' } = new pg.Client({ connectionString: postgresUrl });
    return {
      folder: ownFolder ?? 'data/backups',
      database,
      address: `${host}:${port}/${database}`,
      extension: '.dump',
      write: (path, signal) => dumpPostgres(postgresUrl, path, signal),
    };
  }
  if (file === null) return null;
  return {
    folder: ownFolder ?? join(dirname(file), 'backups'),
    database: basename(file, extname(file)),
    address: resolve(file),
    extension: '.db',
    write: (path, signal) => {
      refuseFullDisk(dirname(path), statSync(file).size);
      return copyInProcess(file, path, signal);
    },
  };
}

/** @returns null if no backup is possible */
export async function findBackupPlace(data: Data, config: Config): Promise<BackupPlace | null> {
  const place = isBackupPossible(data, config) ? describePlace(data, config) : null;
  if (!place) return null;
  const { created_at } = await data.read
    .selectFrom('settings')
    .select('created_at')
    .executeTakeFirstOrThrow();
  // Institutes may share a folder and have files of the same name, also on different machines.
  const mark = createHash('sha256').update(`${created_at} ${place.address}`).digest('hex').slice(0, 8);
  return createPlace(place, `${place.database.replace(/[^\w-]/g, '_')}-${mark}.daily-`, config);
}

/** The other data of the disk still need some space. */
const reserveBytes = 50 * 1_048_576;

function refuseFullDisk(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= bytes + reserveBytes) return;
  throw Object.assign(new Error(`The folder ${folder} has too little space.`), { code: 'ENOSPC' });
}

const unfinishedEndings = ['.unfinished', ...sideFiles('.unfinished')];

function createPlace(
  { folder, extension, write }: Place,
  prefix: string,
  { BACKUP_FOLDER }: Config,
): BackupPlace {
  const listNames = () => readdirSync(folder).filter((name) => name.startsWith(prefix));
  const removeUnfinished = () => {
    for (const name of listNames())
      if (unfinishedEndings.some((ending) => name.endsWith(ending)))
        rmSync(join(folder, name), { force: true });
  };
  return {
    prepare: (now, warn) => {
      // A missing folder of the configuration may be a disk that is not mounted.
      if (BACKUP_FOLDER) statSync(BACKUP_FOLDER);
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
      (existsSync(folder) ? listNames() : []).flatMap((name) => {
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

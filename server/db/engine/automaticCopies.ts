import { execFile } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Copies that the server makes by itself. */
export interface CopyPlace {
  /** The database. */
  file: string;
  /** Null: beside the database. */
  folder: string | null;
  /** So many are kept, the newest. */
  kept: number;
}

/**
 * Copies the database before something that a person may regret, and forgets the oldest copies of this kind.
 * Others go on reading and writing.
 * @returns the name of the new file, without its folder
 * @throws whatever kept the copy from being made, and then there is none
 */
export async function copyBefore(what: string, place: CopyPlace, now: Date): Promise<string> {
  const extension = extname(place.file);
  const beginning = `${basename(place.file, extension)}.before-${what}-`;
  const folder = place.folder ?? dirname(place.file);
  const time = now.toISOString().replace(/[-:.]/g, '');
  const named = (number: number) => `${beginning}${time}${number > 1 ? `-${number}` : ''}${extension}`;
  let number = 1;
  while (existsSync(join(folder, named(number)))) number += 1;
  await copyApart(place.file, join(folder, named(number)));
  const copies = readdirSync(folder).filter(
    (name) =>
      name.startsWith(beginning) && name.endsWith(extension) && /^\d{8}T/.test(name.slice(beginning.length)),
  );
  // Named by time: the order of the names is that of the copies.
  for (const old of copies.toSorted().slice(0, -place.kept)) rmSync(join(folder, old), { force: true });
  return named(number);
}

/**
 * In a process of its own, by the command that people run too: copying and checking a large file takes seconds, in
 * which this one must answer.
 */
async function copyApart(file: string, target: string): Promise<void> {
  const isSource = import.meta.url.endsWith('.ts');
  const command = new URL(isSource ? '../../commands/backup.ts' : './backup.js', import.meta.url);
  await promisify(execFile)(
    process.execPath,
    [...(isSource ? ['--import', 'tsx'] : []), fileURLToPath(command), target],
    { env: { ...process.env, DATABASE_URL: `sqlite:${file}` } },
  );
}

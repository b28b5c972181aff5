import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export const rooms = ['contract', 'server', 'src'];

/** Returns sorted paths, relative to `base`, with `/`. Empty if the folder does not exist. */
export function filesUnder(folder, base = root) {
  let entries;
  try {
    entries = readdirSync(join(base, folder), { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesUnder(path, base) : [path];
    })
    .toSorted();
}

export const typeScriptUnder = (folder, base) =>
  filesUnder(folder, base).filter((path) => /\.tsx?$/.test(path));

/** Returns the folder to read: the repository, or the argument of `--root` in tests of the scripts. */
export function rootFromArguments() {
  const index = process.argv.indexOf('--root');
  return index === -1 ? root : process.argv[index + 1];
}

export const isStarted = (moduleUrl) => process.argv[1] === fileURLToPath(moduleUrl);

// Finds the source files, for every script that reads them.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The folders that hold the product itself. */
export const rooms = ['contract', 'server', 'src'];

/** Every file under `folder`, as paths relative to `base` with forward slashes, sorted; empty when there is no such folder. */
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

/** The folder that a script reads: the repository, or the one after `--root` (for the tests of the scripts). */
export function rootFromArguments() {
  const at = process.argv.indexOf('--root');
  return at === -1 ? root : process.argv[at + 1];
}

/** Whether this module was started, rather than imported. */
export const isStarted = (moduleUrl) => process.argv[1] === fileURLToPath(moduleUrl);

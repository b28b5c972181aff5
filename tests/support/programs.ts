import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Loads one of the scripts: plain JavaScript, which has no types. */
export const script = async <T>(name: string): Promise<T> =>
  (await import(pathToFileURL(join(root, 'scripts', name)).href)) as T;

const folderName = 'rasd-programs-';
/** The file of a program in the folder of `bundlePrograms`. */
export const builtProgram = (folder: string, source: string): string =>
  join(folder, `${basename(source, '.ts')}.js`);

/**
 * Bundles the programs of the server and the `…Process.ts` beside this file, in the same way as the product:
 * compiling and loading them file by file takes a second at each start.
 */
export async function bundlePrograms(): Promise<{ folder: string; discard: () => void }> {
  const { serverEntries } = await script<{ serverEntries: Record<string, string> }>('build.mjs');
  const { bundle } = await script<{
    bundle: (entries: Record<string, string>, folder: string) => Promise<void>;
  }>('bundle.mjs');
  const own = readdirSync(join(root, 'tests', 'support')).filter(
    (name) => name.endsWith('Process.ts') && name !== 'childProcess.ts',
  );
  const caches = join(root, 'node_modules', '.cache'); // below the root, where the native parts are found
  mkdirSync(caches, { recursive: true });
  const { removeLeftovers } = await script<{
    removeLeftovers: (parent: string, ...beginnings: string[]) => void;
  }>('leftovers.mjs');
  removeLeftovers(caches, folderName);
  const folder = mkdtempSync(join(caches, folderName));
  const entries = own.map((name) => [basename(name, '.ts'), `tests/support/${name}`]);
  await bundle({ ...serverEntries, ...Object.fromEntries(entries) }, folder);
  return { folder, discard: () => rmSync(folder, { recursive: true, force: true }) };
}

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export const script = async <T>(name: string): Promise<T> =>
  (await import(pathToFileURL(join(root, 'scripts', name)).href)) as T;

const folderName = 'rasd-programs-';
export const builtProgram = (folder: string, source: string): string =>
  join(folder, `${basename(source, '.ts')}.js`);

/** Bundles the server and the `…Process.ts` files. Without bundles each start of a program takes a second. */
export async function bundlePrograms(): Promise<{ folder: string; discard: () => void }> {
  const { serverEntries } = await script<{ serverEntries: Record<string, string> }>('build.mjs');
  const { bundle } = await script<{
    bundle: (entries: Record<string, string>, folder: string) => Promise<void>;
  }>('bundle.mjs');
  const ownPrograms = readdirSync(join(root, 'tests', 'support')).filter(
    (name) => name.endsWith('Process.ts') && name !== 'childProcess.ts',
  );
  const caches = join(root, 'node_modules', '.cache'); // below the root, so that Node finds native modules
  mkdirSync(caches, { recursive: true });
  const { removeLeftovers } = await script<{
    removeLeftovers: (parent: string, ...beginnings: string[]) => void;
  }>('leftovers.mjs');
  removeLeftovers(caches, folderName);
  const folder = mkdtempSync(join(caches, folderName));
  const entries = ownPrograms.map((name) => [basename(name, '.ts'), `tests/support/${name}`]);
  await bundle({ ...serverEntries, ...Object.fromEntries(entries) }, folder);
  return { folder, discard: () => rmSync(folder, { recursive: true, force: true }) };
}

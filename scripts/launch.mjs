// Installs, builds and runs a program, for the commands of package.json that need the built server.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildOrExit } from './build.mjs';
import { installOrExit } from './install.mjs';
import { root } from './sources.mjs';

/** Runs a built program in this process, so that the program receives signals and sets the exit code. */
export async function launch(path, args) {
  await installOrExit();
  await buildOrExit();
  const file = join(root, 'dist', path);
  if (!existsSync(file)) {
    console.error(`There is no dist/${path}: its source does not exist.`);
    process.exit(1);
  }
  process.chdir(root);
  process.setSourceMapsEnabled(true);
  process.argv = [process.argv[0], file, ...args];
  await import(pathToFileURL(file).href);
}

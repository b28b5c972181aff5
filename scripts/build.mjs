// Builds the screens with Vite into dist/web, and the server as a bundle into dist/server.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundle, bundleWorker } from './bundle.mjs';
import { compressAssets } from './compress.mjs';
import { installOrExit } from './install.mjs';
import { filesUnder, isStarted, root, rooms } from './sources.mjs';

const stampFile = join(root, 'dist', '.built-from');

/** The programs of the server, and its child processes. */
export const serverEntries = {
  main: 'server/main.ts',
  seed: 'server/commands/seed.ts',
  backup: 'server/commands/backup.ts',
  restore: 'server/commands/restore.ts',
  export: 'server/commands/export.ts',
  certificate: 'server/commands/certificate.ts',
  typesetterWorker: 'server/reports/papers/typesetterWorker.ts',
};
/** The PDF papers contain these fonts, so that the system needs none. */
const fonts = ['400Regular/Cairo_400Regular.ttf', '700Bold/Cairo_700Bold.ttf'];
/** kB, uncompressed, with the list of files. A browser requests the worker at each visit. */
export const maxWorkerSize = 40;
const benchEntries = { main: 'tests/bench/main.ts' };

/** Builds if the sources have changed since the last build. Throws a readable error. */
export async function build({ isForced = false } = {}) {
  const fingerprint = hashSources();
  if (!isForced && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint) return;
  console.log('Building …');
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  buildScreens();
  await buildWorker();
  await bundle(serverEntries, 'dist/server');
  copyFonts();
  await bundle(benchEntries, 'dist/bench');
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampFile, fingerprint);
  if (existsSync(join(root, 'index.html'))) {
    const { measureChunks, formatChunkTable } = await import('./chunks.mjs');
    console.log(formatChunkTable(measureChunks(root)));
  }
}

/** Hashes contents instead of times, because git sets the time at the checkout. */
function hashSources() {
  const hash = createHash('sha256');
  const singleFiles = [
    'index.html',
    'vite.config.ts',
    'package-lock.json',
    'scripts/build.mjs',
    'scripts/chunkGroups.ts',
    'scripts/clientContract.ts',
    'scripts/preloadScreens.ts',
    'scripts/textImports.ts',
    'scripts/withoutUnreached.ts',
    'scripts/bundle.mjs',
  ];
  const files = [
    ...[...rooms, 'public', 'tests/bench'].flatMap((folder) => filesUnder(folder)),
    ...singleFiles,
  ];
  for (const path of files.filter((file) => existsSync(join(root, file)))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  for (const name of Object.keys(process.env).toSorted()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name]}\0`); // Vite reads them
  }
  return `${hash.digest('hex')}\n`;
}

function buildScreens() {
  if (!existsSync(join(root, 'index.html'))) return;
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const result = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (result.status !== 0) throw new Error('Vite could not build the screens.');
  compressAssets(join(root, 'dist', 'web', 'assets'));
}

async function buildWorker() {
  const web = join(root, 'dist', 'web');
  if (!existsSync(join(web, 'index.html'))) return;
  const page = readFileSync(join(web, 'index.html'), 'utf8');
  const main = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1];
  if (!main) throw new Error('dist/web/index.html has no module script.');
  const assets = filesUnder('assets', web).filter((file) => /\.(js|css|woff2|svg)$/.test(file));
  const files = [
    { url: '/', revision: createHash('sha256').update(page).digest('hex').slice(0, 16) },
    ...assets.map((file) => ({ url: `/${file}`, revision: null })), // the file names contain a hash
  ];
  await bundleWorker('src/worker/worker.ts', join(web, 'worker.js'), { FILES: files, MAIN: main });
  const bytes = assets.reduce((sum, file) => sum + statSync(join(web, file)).size, 0);
  const size = statSync(join(web, 'worker.js')).size / 1000;
  console.log(
    `Cached by the installed app: ${assets.length} files, ${Math.round(bytes / 1000)} kB; worker ${size.toFixed(1)} kB`,
  );
  if (size > maxWorkerSize) throw new Error(`The worker has more than ${maxWorkerSize} kB.`);
}

function copyFonts() {
  const folder = join(root, 'dist', 'server', 'fonts');
  mkdirSync(folder, { recursive: true });
  for (const file of fonts)
    copyFileSync(
      join(root, 'node_modules', '@expo-google-fonts', 'cairo', file),
      join(folder, basename(file)),
    );
}

/** Prints no stack trace, because the compilers have printed the errors. */
export async function buildOrExit(options) {
  try {
    await build(options);
  } catch (error) {
    console.error(`\n${error.message}`);
    process.exit(1);
  }
}

if (isStarted(import.meta.url)) {
  await installOrExit();
  await buildOrExit({ isForced: process.argv.includes('--force') });
}

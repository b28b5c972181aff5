// Measures the compressed scripts that a browser loads before the sign-in page and before each screen.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { isStarted, rootFromArguments } from './sources.mjs';

const limits = { signIn: 180, screen: 450 };

/** Returns Brotli sizes in kB of scripts, the sign-in page, and screens with the application. */
export function measureChunks(base) {
  const web = join(base, 'dist', 'web');
  const manifest = JSON.parse(readFileSync(join(web, '.vite', 'manifest.json'), 'utf8'));
  const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
  if (!entry) throw new Error('The manifest of dist/web names no entry.');
  const files = new Set(Object.values(manifest).map(({ file }) => file));
  const sizes = new Map(
    [...files]
      .filter((file) => file.endsWith('.js'))
      .map((file) => [file, brotliCompressSync(readFileSync(join(web, file))).length / 1000]),
  );
  const sumSizes = (keys) => {
    const scripts = new Set([...keys].map((key) => manifest[key].file));
    return [...scripts].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
  };
  const signIn = collectStaticImports(manifest, entry);
  return {
    sizes,
    signIn: sumSizes(signIn),
    screens: new Map(
      [...findScreens(manifest, entry, signIn)].map(([key, chunkKeys]) => [key, sumSizes(chunkKeys)]),
    ),
  };
}

function collectStaticImports(manifest, key, visited = new Set()) {
  if (visited.has(key)) return visited;
  visited.add(key);
  for (const next of manifest[key].imports ?? []) collectStaticImports(manifest, next, visited);
  return visited;
}

/** Maps each dynamic chunk to the chunks before it on the shortest path from the application. */
function findScreens(manifest, entry, signIn) {
  const dynamicImports = (keys) => [...keys].flatMap((key) => manifest[key].dynamicImports ?? []);
  const app = Object.keys(manifest).find((key) => manifest[key].name === 'app') ?? entry;
  const shell = collectStaticImports(manifest, app, new Set(signIn));
  const screens = new Map([[app, shell]]);
  const queue = [shell];
  for (let loaded = queue.shift(); loaded; loaded = queue.shift()) {
    for (const key of dynamicImports(loaded)) {
      if (screens.has(key)) continue;
      const reached = collectStaticImports(manifest, key, new Set(loaded));
      screens.set(key, reached);
      queue.push(reached);
    }
  }
  return screens;
}

export function formatChunkTable({ sizes, signIn, screens }) {
  const row = (name, size, note = '') => `${size.toFixed(1).padStart(9)} kB  ${name}${note}`;
  const largestFirst = (map) => [...map].toSorted(([, a], [, b]) => b - a);
  return [
    'Compressed script of each chunk:',
    ...largestFirst(sizes).map(([file, size]) => row(file, size)),
    'In all, before this shows:',
    row('sign-in page', signIn, signIn > limits.signIn ? `  over ${limits.signIn}` : ''),
    ...largestFirst(screens).map(([key, size]) =>
      row(key, size, size > limits.screen ? `  over ${limits.screen}` : ''),
    ),
  ].join('\n');
}

if (isStarted(import.meta.url)) {
  const measurement = measureChunks(rootFromArguments());
  console.log(formatChunkTable(measurement));
  if (measurement.signIn > limits.signIn || Math.max(...measurement.screens.values()) > limits.screen) {
    console.log(
      `\nToo much: ${limits.signIn} kB for the sign-in page and ${limits.screen} kB for a screen are the limits.`,
    );
    process.exitCode = 1;
  }
}

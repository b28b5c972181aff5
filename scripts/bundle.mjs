// Programs of the server, each as one file that Node starts by itself.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';

/**
 * Bundles `entries` (name → source) into `folder`, without those that have no source. Throws a readable error if it
 * fails.
 */
export async function bundle(entries, folder) {
  const present = Object.entries(entries).filter(([, file]) => existsSync(join(root, file)));
  if (present.length === 0) return;
  const esbuild = await import('esbuild');
  try {
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: Object.fromEntries(present),
      outdir: folder,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      sourcemap: true,
      sourcesContent: false,
      legalComments: 'none',
      logLevel: 'warning',
      // Native modules and the browser of the bench, which are loaded from node_modules at run time; pg-native is
      // optional and not installed.
      external: [
        'better-sqlite3',
        '@node-rs/argon2',
        '@myriaddreamin/typst-ts-node-compiler',
        'pg-native',
        '@playwright/test',
      ],
      // CommonJS dependencies expect these three variables, which an ES module does not have.
      banner: {
        js: [
          "import { createRequire as rasdCreateRequire } from 'node:module';",
          "import { fileURLToPath as rasdPath } from 'node:url';",
          'const require = rasdCreateRequire(import.meta.url);',
          'const __filename = rasdPath(import.meta.url);',
          "const __dirname = rasdPath(new URL('.', import.meta.url));",
        ].join(' '),
      },
    });
  } catch {
    throw new Error(`esbuild could not bundle ${folder}.`); // esbuild has printed the reason
  }
}

/** Bundles a worker of the browser into one file, with `constants` (name → value) written into it. */
export async function bundleWorker(entry, file, constants) {
  const esbuild = await import('esbuild');
  const written = { ...constants, 'process.env.NODE_ENV': 'production' };
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    legalComments: 'none',
    logLevel: 'warning',
    define: Object.fromEntries(Object.entries(written).map(([name, value]) => [name, JSON.stringify(value)])),
  });
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';

/** Bundles `entries` (name → source) into `folder`, and skips missing sources. Throws a readable error. */
export async function bundle(entries, folder) {
  const existing = Object.entries(entries).filter(([, file]) => existsSync(join(root, file)));
  if (existing.length === 0) return;
  const esbuild = await import('esbuild');
  try {
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: Object.fromEntries(existing),
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
      // Node loads these packages from node_modules. pg-native is optional and not installed.
      external: [
        'better-sqlite3',
        '@node-rs/argon2',
        '@myriaddreamin/typst-ts-node-compiler',
        'pg-native',
        '@playwright/test',
      ],
      // CommonJS dependencies need these three variables, which an ES module does not have.
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

/** Bundles a browser worker into one file, and replaces `constants` (name → value) in it. */
export async function bundleWorker(entry, file, constants) {
  const esbuild = await import('esbuild');
  const definitions = { ...constants, 'process.env.NODE_ENV': 'production' };
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
    define: Object.fromEntries(
      Object.entries(definitions).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
  });
}

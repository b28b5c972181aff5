import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, mergeConfig, type Plugin } from 'vite';
import { createChunkGroups } from './scripts/chunkGroups.mjs';
import { preloadScreens } from './scripts/preloadScreens.mjs';

const source = (file: string) => fileURLToPath(new URL(`src/${file}`, import.meta.url));

/** Matches the files of these packages, for a chunk of their own. */
const packages = (names: string) => new RegExp(`[\\\\/]node_modules[\\\\/](?:${names})[\\\\/]`);

/** Leaves out of the scripts what the contract says of each call for the page about the calls: no screen reads it. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre', // as it is written, before types are taken out
  transform(code, id) {
    if (!/[\\/]contract[\\/][^?]*\.ts$/.test(id)) return null;
    return { code: code.replaceAll(/\bsummary:\s*'(?:[^'\\]|\\.)*',?/g, ''), map: null };
  },
};

/** Files that the frame of the app loads; known first, because the entry imports the frame. */
let frameFiles: readonly string[] = [];

/** Each chunk lists the files to preload for its pages. Files of the frame are left out, to save bytes. */
function withoutFrame(file: string, dependencies: string[], { hostType }: { hostType: 'html' | 'js' }) {
  if (hostType === 'html') return dependencies;
  if (file.includes('/app-')) {
    frameFiles = dependencies;
    return dependencies;
  }
  return dependencies.filter((name) => !frameFiles.includes(name));
}

/** The build of the router without warnings for developers. */
const production = fileURLToPath(new URL('node_modules/react-router/dist/production/', import.meta.url));
const routerAlias = [
  { find: /^react-router$/, replacement: `${production}index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${production}dom-export.mjs` },
];

/** Code of packages that no screen reaches: labels without a translation, and react-admin's own CSV export. */
const unreached: Record<string, string> = {
  inflection:
    'const same = (text) => text; export { same as capitalize, same as humanize, same as inflect, same as pluralize, same as singularize, same as transform };',
  'jsonexport/dist/index.js': 'export default () => { throw new Error("not part of the build"); };',
};
const withoutUnreached: Plugin = {
  name: 'without-unreached',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id in unreached ? `\0${id}` : null),
  load: (id) => unreached[id.slice(1)] ?? null,
};

const server = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;

const config = defineConfig({
  plugins: [withoutSummaries, withoutUnreached, preloadScreens, react()],
  // The server replaces this word with a new nonce in every answer.
  html: { cspNonce: 'RASD_CSP_NONCE' },
  build: {
    outDir: 'dist/web',
    manifest: true,
    // Older targets make the CSS minifier lower light-dark(), and lines of the grids vanish.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The content policy allows fonts from the server only, and no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { resolveDependencies: withoutFrame },
    chunkSizeWarningLimit: 2000, // scripts/chunks.mjs has the limits that matter
  },
  worker: { format: 'es' },
  server: { port: 5173, proxy: { '/api': server } },
});

export default defineConfig(async ({ command }) => {
  if (command === 'serve') return config;
  const built = mergeConfig(config, { resolve: { alias: routerAlias } });
  const groups = [
    { name: 'react', test: packages('react|react-dom|react-is|scheduler'), priority: 30 },
    ...(await createChunkGroups(built, source('App.tsx'))),
  ];
  return mergeConfig(built, {
    build: { rolldownOptions: { output: { codeSplitting: { groups } } } },
  });
});

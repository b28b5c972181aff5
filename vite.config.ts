import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { textImports } from './textImports.ts';

/** Matches the files of these packages, for a chunk of their own. */
const packages = (names: string) => new RegExp(`[\\\\/]node_modules[\\\\/](?:${names})[\\\\/]`);

const material = packages('@mui/(?!icons-)[^/]+|@emotion/[^/]+|stylis[^/]*');
const admin = packages('react-admin|ra-[^/]+|react-router[^/]*|@tanstack/[^/]+|node-polyglot');

/** Parts of those two that lists and forms use and the frame around every screen does not: they come with these. */
const ofListsAndForms = new RegExp(
  [
    String.raw`[\\/]ra-ui-materialui[\\/]dist[\\/](?:list|input|field|form|preferences)[\\/]`,
    String.raw`[\\/]@mui[\\/]material[\\/]esm[\\/](?:\w*Autocomplete|Tabs?|TabScrollButton|Pagination\w*|Table\w*|Accordion\w*|LinearProgress|Switch|Radio\w*|ToggleButton\w*|FilledInput|Step\w*|CardContent|AlertTitle)[\\/]`,
  ].join('|'),
);

/** A chunk that the frame loads, of all modules of `group` that it may need. */
const ofFrame = (group: RegExp) => (id: string) => group.test(id) && !ofListsAndForms.test(id);

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
  if (file.includes('/App-')) {
    frameFiles = dependencies;
    return dependencies;
  }
  return dependencies.filter((name) => !frameFiles.includes(name));
}

const server = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;

export default defineConfig({
  plugins: [withoutSummaries, react(), textImports],
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
    rolldownOptions: {
      output: {
        codeSplitting: {
          // The sign-in page loads react and nothing else of these.
          groups: [
            { name: 'react', test: packages('react|react-dom|react-is|scheduler'), priority: 30 },
            {
              name: 'mui',
              test: ofFrame(material),
              priority: 20,
            },
            {
              name: 'react-admin',
              test: ofFrame(admin),
              priority: 10,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { port: 5173, proxy: { '/api': server } },
});

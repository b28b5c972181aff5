import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, mergeConfig } from 'vite';
import { createChunkGroups } from './scripts/chunkGroups.ts';
import { clientContract } from './scripts/clientContract.ts';
import { preloadScreens } from './scripts/preloadScreens.ts';
import { textImports } from './scripts/textImports.ts';
import { withoutUnreached } from './scripts/withoutUnreached.ts';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** The build of the router without warnings for developers. */
const routerAlias = [
  {
    find: /^react-router$/,
    replacement: pathOf('node_modules/react-router/dist/production/index.mjs'),
  },
  {
    find: /^react-router\/dom$/,
    replacement: pathOf('node_modules/react-router/dist/production/dom-export.mjs'),
  },
];

/** Files of the frame, known before the files of the screens, because the entry imports the frame. */
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

const server = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;

const config = defineConfig({
  plugins: [clientContract, withoutUnreached(), preloadScreens, react(), textImports],
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
  worker: { format: 'es', plugins: () => [clientContract] },
  server: { port: 5173, proxy: { '/api': server } },
});

export default defineConfig(async ({ command }) => {
  if (command === 'serve') return config;
  const built = mergeConfig(config, { resolve: { alias: routerAlias } });
  const groups = await createChunkGroups(built, pathOf('src/App.tsx'));
  return mergeConfig(built, { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } });
});

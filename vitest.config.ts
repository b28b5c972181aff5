import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { textImports } from './scripts/textImports.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const random = ['./tests/support/randomSetup.ts'];

/** Tests of the real server. */
const server = (name: string, include: string): TestProjectConfiguration => ({
  extends: true,
  test: {
    name,
    environment: 'node',
    pool: 'forks', // better-sqlite3 is a native part, and a fork is a process with its own
    isolate: false, // to load the server anew for each file took a third of the time
    include: [include],
    setupFiles: random,
    globalSetup: './tests/support/serverSetup.ts',
  },
});

export default defineConfig({
  plugins: [react(), textImports],
  test: {
    maxWorkers: '100%', // by default one fewer than there are cores, which is half of two
    // Against what hangs; a busy machine is slow, and no test is about speed.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          environment: 'node',
          include: ['tests/rules/**/*.test.ts'],
          setupFiles: random,
        },
      },
      server('server', 'tests/server/*.test.ts'),
      server('both', 'tests/server/both/*.test.ts'), // on both databases, also in `npm test`
      {
        extends: true,
        test: {
          name: 'chaos', // `npm run test:all` alone: it stops or cuts what it stands on
          environment: 'node',
          pool: 'forks',
          include: ['tests/chaos/**/*.test.ts'],
          maxWorkers: 3, // each file mostly waits, for limits of time and for a database that starts again
          sequence: { groupOrder: 1 }, // not in the pool of the others
          globalSetup: './tests/support/serverSetup.ts',
        },
      },
      {
        extends: true,
        resolve: {
          alias: [
            // Node would take the package's CommonJS form, whose way into ramda is closed.
            {
              find: /^react-admin-import-csv$/,
              replacement: here('node_modules/react-admin-import-csv/esm/index.js'),
            },
            // The two thousand icons of which that package's dialogs, which are never drawn, name five.
            { find: /^@mui\/icons-material$/, replacement: here('tests/support/fiveIcons.ts') },
            // react-admin would get a copy of its own, see no router around it, and keep its lists in the one address of
            // all tests, where a way back of the test before can still arrive.
            { find: /^react-router-dom$/, replacement: 'react-router' },
          ],
        },
        test: {
          name: 'pages',
          environment: 'jsdom',
          isolate: false, // pagesSetup.ts leaves the next file a clean page
          include: ['tests/pages/**/*.test.{ts,tsx}'],
          setupFiles: [...random, './tests/support/pagesSetup.ts'],
          // Their files import folders, which Node's own loader refuses.
          server: { deps: { inline: [/react-admin/, /[\\/]ra-/, /@mui[\\/]/] } },
        },
      },
    ],
  },
});

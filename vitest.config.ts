import react from '@vitejs/plugin-react';
import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const present = (...files: string[]) => files.filter((file) => existsSync(new URL(file, import.meta.url)));

const random = ['./tests/support/randomSetup.ts'];

export default defineConfig({
  plugins: [react()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          environment: 'node',
          include: ['tests/rules/**/*.test.ts'],
          setupFiles: random,
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          pool: 'forks', // better-sqlite3 is a native part, and a fork is a process with its own
          isolate: false, // to load the server anew for each file took a third of the time
          include: ['tests/server/**/*.test.ts'],
          setupFiles: random,
          globalSetup: present('./tests/support/serverSetup.ts'),
          // Against what hangs; a busy machine is slow, and no test is about speed.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          environment: 'jsdom',
          isolate: false, // pagesSetup.ts leaves the next file a clean page
          include: ['tests/pages/**/*.test.{ts,tsx}'],
          setupFiles: [...random, './tests/support/pagesSetup.ts'],
          testTimeout: 60_000,
          // Their files import folders, which Node's own loader refuses.
          server: { deps: { inline: [/react-admin/, /[\\/]ra-/, /@mui[\\/]/] } },
        },
      },
    ],
  },
});

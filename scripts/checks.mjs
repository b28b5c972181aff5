// The checks that read the sources without running them. The longest come first, so that two rows end together.
import { join } from 'node:path';
import { root } from './sources.mjs';
import { bin, check } from './steps.mjs';

const script = (name, ...args) => [process.execPath, [join(root, 'scripts', name), ...args]];

// By content, since git gives every file of a checkout the time of the checkout.
const formatted = [
  '--cache',
  '--cache-strategy=content',
  '--cache-location=node_modules/.cache/rasd/prettier',
];
const formattedFiles = [
  '{contract,server,src,tests,scripts}/**/*.{ts,tsx,mjs,css,json}',
  '*.{ts,json,html,mjs,cjs}',
  '.*.{json,cjs}',
];

const linted = ['contract', 'server', 'src', 'tests', 'scripts'];
const configurations = ['vite.config.ts', 'vitest.config.ts', 'playwright.config.ts'];

export const staticChecks = () => [
  check('formatting (prettier)', bin('prettier'), [
    '--check',
    '--log-level=warn',
    '--no-error-on-unmatched-pattern',
    ...formatted,
    ...formattedFiles,
  ]),
  // One reading of the types for both: each file is held against the tsconfig.json of its room.
  check('types and lint (oxlint)', bin('oxlint'), [
    '--type-aware',
    '--type-check',
    '--deny-warnings',
    ...linted,
    ...configurations,
  ]),
  check('unused code (knip)', bin('knip'), ['--no-progress', '--no-config-hints']),
  check('boundaries (dependency-cruiser)', ...script('boundaries.mjs')),
  check('order of imports', ...script('imports.mjs')),
  check('size of the pieces', ...script('house.mjs')),
  check('Arabic only in its places', ...script('arabic.mjs')),
];

/** The product as users get it, and what a browser loads of it. */
export const builtChecks = () => [
  check('build', ...script('build.mjs')),
  check('chunk sizes', ...script('chunks.mjs')),
];

// Checks that read the sources without running them. The slowest checks are first.
import { join } from 'node:path';
import { root } from './sources.mjs';
import { bin, check } from './steps.mjs';

const script = (name, ...args) => [process.execPath, [join(root, 'scripts', name), ...args]];

const lintedFolders = ['contract', 'server', 'src', 'tests', 'scripts'];
const configFiles = ['vite.config.ts', 'vitest.config.ts', 'playwright.config.ts'];

export const staticChecks = () => [
  check('formatting (oxfmt)', bin('oxfmt'), ['--check', '.']),
  // One program checks types and lint, so that it reads the types once. Each folder has its tsconfig.json.
  check('types and lint (oxlint)', bin('oxlint'), [
    '--type-aware',
    '--type-check',
    '--deny-warnings',
    ...lintedFolders,
    ...configFiles,
  ]),
  check('unused code (knip)', bin('knip'), ['--no-progress', '--no-config-hints']),
  check('boundaries (dependency-cruiser)', ...script('boundaries.mjs')),
  check('order of imports', ...script('imports.mjs')),
  check('plain words', ...script('words.mjs')),
  check('size of files and folders', ...script('house.mjs')),
  check('budget of the tests', ...script('budget.mjs')),
  check('Arabic text only in listed files', ...script('arabic.mjs')),
];

export const buildChecks = () => [
  check('build', ...script('build.mjs')),
  check('chunk sizes', ...script('chunks.mjs')),
];

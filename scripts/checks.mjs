// The checks that read the sources without running them. The longest come first, so that two rows end together.
import { join } from 'node:path';
import { root } from './sources.mjs';
import { bin, check, inOrder } from './steps.mjs';

const script = (name, ...args) => [process.execPath, [join(root, 'scripts', name), ...args]];

const formatted = [
  '{contract,server,src,tests,scripts}/**/*.{ts,tsx,mjs,css,json}',
  '*.{ts,json,html,mjs,cjs}',
  '.*.{json,cjs}',
];

export const staticChecks = () => [
  inOrder(check('build', ...script('build.mjs')), check('chunk sizes', ...script('chunks.mjs'))),
  check('formatting (prettier)', bin('prettier'), [
    '--check',
    '--log-level=warn',
    '--no-error-on-unmatched-pattern',
    ...formatted,
  ]),
  check('types (tsc)', bin('tsc'), ['--noEmit', '--pretty', 'false']),
  check('lint (oxlint)', bin('oxlint'), ['--deny-warnings', 'contract', 'server', 'src', 'tests', 'scripts']),
  check('boundaries (dependency-cruiser)', ...script('boundaries.mjs')),
  check('unused code (knip)', bin('knip'), ['--no-progress', '--no-config-hints']),
  check('Arabic only in its places', ...script('arabic.mjs')),
];

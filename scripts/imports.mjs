// Checks the order of imports. Only a file that `import()` loads may have a default export.
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { rooms, rootFromArguments, typeScriptUnder } from './sources.mjs';

const base = rootFromArguments();
const files = [...rooms, 'tests'].flatMap((room) => typeScriptUnder(room, base));
const texts = new Map(files.map((file) => [file, readFileSync(join(base, file), 'utf8')]));

const dynamicTargets = new Set(
  files.flatMap((file) =>
    [...texts.get(file).matchAll(/\bimport\(\s*'(\.[^']+)'/g)].map(([, target]) =>
      posix.join(dirname(file), target),
    ),
  ),
);

const distance = (target) => (target.startsWith('..') ? 1 : target.startsWith('.') ? 2 : 0);

const problems = files.flatMap((file) => {
  const text = texts.get(file);
  const targets = [...text.matchAll(/^import (?:[^;]*? from )?'([^']+)';/gm)].map(([, target]) => target);
  const misplaced = targets.find(
    (target, index) => index > 0 && distance(target) < distance(targets[index - 1]),
  );
  const hasDefaultExport = /^export default /m.test(text) && !file.endsWith('Setup.ts'); // for vitest
  return [
    ...(misplaced ? [`${file}: '${misplaced}' must come before files that are nearer`] : []),
    ...(hasDefaultExport && !dynamicTargets.has(file.replace(/\.tsx?$/, ''))
      ? [`${file}: a default export`]
      : []),
  ];
});

if (problems.length > 0) {
  console.log(problems.join('\n'));
  console.log(
    '\nImports: packages, then ../, then ./. A default export: only in a file that import() loads.',
  );
  process.exitCode = 1;
}

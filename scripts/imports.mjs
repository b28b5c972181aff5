// Imports stand in one order, packages before files and what is far before what is near; and a default export is for
// what is loaded by `import()` alone, so that everything else has one name everywhere.
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { rooms, rootFromArguments, typeScriptUnder } from './sources.mjs';

const base = rootFromArguments();
const files = [...rooms, 'tests'].flatMap((room) => typeScriptUnder(room, base));
const texts = new Map(files.map((file) => [file, readFileSync(join(base, file), 'utf8')]));

const loadedLater = new Set(
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
  const late = targets.find((target, index) => index > 0 && distance(target) < distance(targets[index - 1]));
  const isDefault = /^export default /m.test(text) && !file.endsWith('Setup.ts'); // vitest asks for one
  return [
    ...(late ? [`${file}: '${late}' stands below what is nearer`] : []),
    ...(isDefault && !loadedLater.has(file.replace(/\.tsx?$/, '')) ? [`${file}: a default export`] : []),
  ];
});

if (problems.length > 0) {
  console.log(problems.join('\n'));
  console.log('\nImports: packages, then ../, then ./. A default export: only of what import() loads.');
  process.exitCode = 1;
}

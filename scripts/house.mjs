// Measures how the product is divided into files, and fails if a limit is exceeded. `--list` names the fragments.
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root, rooms, typeScriptUnder } from './sources.mjs';

/** The limits. */
const ceilings = { fragments: 13, filesInFolder: 45, linesOfFile: 400, importsPer100Lines: 8 };

/** A file with at most this many lines that only one neighbour imports should not be a file of its own. */
const linesOfFragment = 40;

const read = (file) => readFileSync(join(root, file), 'utf8');
const files = rooms
  .flatMap((room) => typeScriptUnder(room))
  .filter((file) => !/\.test\.|\/demo\/|\/migrations\//.test(file));
const texts = new Map(files.map((file) => [file, read(file)]));
const linesOf = (file) => texts.get(file).split('\n').length - 1;

const fragments = fragmentsIn(importersOf(files));
const perFolder = countedBy(files, dirname);
const sizes = files.map(linesOf).toSorted((a, b) => a - b);
const lines = sizes.reduce((sum, size) => sum + size, 0);
const imports = countOf(/^import [^;]*;/gm, (file) => texts.get(file));
const anys = countOf(/(: any\b|\bas any\b|<any>|@ts-ignore|@ts-nocheck)/g, codeOf);
const switchedOff = testsSwitchedOff();

const problems = [
  fragments.length > ceilings.fragments && `${fragments.length} fragments, ${ceilings.fragments} are allowed`,
  ...[...perFolder]
    .filter(([, count]) => count > ceilings.filesInFolder)
    .map(([folder, count]) => `${folder} has ${count} files, ${ceilings.filesInFolder} are allowed`),
  ...files
    .filter((file) => linesOf(file) > ceilings.linesOfFile)
    .map((file) => `${file} has ${linesOf(file)} lines, ${ceilings.linesOfFile} are allowed`),
  (imports / lines) * 100 > ceilings.importsPer100Lines &&
    `${((imports / lines) * 100).toFixed(2)} imports per 100 lines, ${ceilings.importsPer100Lines} are allowed`,
  anys > 0 && `${anys} any`,
  switchedOff > 0 && `${switchedOff} tests switched off`,
].filter(Boolean);

if (process.argv.includes('--list')) console.log(fragments.join('\n'));
for (const problem of problems) console.log(problem);
console.log(
  [
    `files ${files.length}, lines ${lines}, p50 ${quantile(0.5)} p95 ${quantile(0.95)} max ${quantile(1)}`,
    `imports ${imports} (${((imports / lines) * 100).toFixed(1)} per 100 lines), fragments ${fragments.length}`,
    `fullest folder ${Math.max(...perFolder.values())}, any ${anys}, switched off ${switchedOff}`,
  ].join(', '),
);
if (problems.length > 0) process.exitCode = 1;

/** For each file, who imports it. */
function importersOf(all) {
  const known = new Set(all);
  const importers = new Map(all.map((file) => [file, new Set()]));
  for (const file of all) {
    for (const [, target] of texts.get(file).matchAll(/(?:from\s+|import\(\s*|import\s+)'(\.[^']+)'/g)) {
      const path = posix.join(dirname(file), target);
      const found = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`].find((one) =>
        known.has(one),
      );
      if (found && found !== file) importers.get(found).add(file);
    }
  }
  return importers;
}

function fragmentsIn(importers) {
  return [...importers].flatMap(([file, [first, second]]) => {
    const isSmall = linesOf(file) <= linesOfFragment && !/index\.tsx?$/.test(file);
    return isSmall && first && !second && dirname(first) === dirname(file) ? [file] : [];
  });
}

function countedBy(all, keyOf) {
  const counts = new Map();
  for (const one of all) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return counts;
}

function countOf(pattern, textOf) {
  return files.reduce((sum, file) => sum + (textOf(file).match(pattern)?.length ?? 0), 0);
}

/** The code without comments, except those that switch the compiler off. */
function codeOf(file) {
  return texts
    .get(file)
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => (/@ts-/.test(comment) ? comment : ''));
}

function testsSwitchedOff() {
  const pattern = /\b(it|test|describe)\.(skip|only|todo|fixme)\b/;
  const all = ['tests', ...rooms]
    .flatMap((folder) => typeScriptUnder(folder))
    .flatMap((file) => read(file).split('\n'));
  return all.filter((line) => pattern.test(line)).length;
}

function quantile(part) {
  return sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * part))];
}

// Measures files and folders, and fails above a limit. `--list` prints the fragments.
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root, rooms, typeScriptUnder } from './sources.mjs';

const ceilings = { fragments: 13, filesInFolder: 45, linesOfFile: 400, importsPer100Lines: 8 };

/** A fragment has at most this many lines, and only one file of its folder imports it. */
const maxFragmentLines = 40;

const read = (file) => readFileSync(join(root, file), 'utf8');
const files = rooms
  .flatMap((room) => typeScriptUnder(room))
  .filter((file) => !/\.test\.|\/demo\/|\/migrations\//.test(file));
const texts = new Map(files.map((file) => [file, read(file)]));
const countLines = (file) => texts.get(file).split('\n').length - 1;

const fragments = findFragments(findImporters(files));
const filesPerFolder = countBy(files, dirname);
const sizes = files.map(countLines).toSorted((a, b) => a - b);
const lines = sizes.reduce((sum, size) => sum + size, 0);
const imports = countMatches(/^import [^;]*;/gm, (file) => texts.get(file));
const anyCount = countMatches(/(: any\b|\bas any\b|<any>|@ts-ignore|@ts-nocheck)/g, stripComments);
const disabledTests = countDisabledTests();

const problems = [
  fragments.length > ceilings.fragments && `${fragments.length} fragments, ${ceilings.fragments} are allowed`,
  ...[...filesPerFolder]
    .filter(([, count]) => count > ceilings.filesInFolder)
    .map(([folder, count]) => `${folder} has ${count} files, ${ceilings.filesInFolder} are allowed`),
  ...files
    .filter((file) => countLines(file) > ceilings.linesOfFile)
    .map((file) => `${file} has ${countLines(file)} lines, ${ceilings.linesOfFile} are allowed`),
  (imports / lines) * 100 > ceilings.importsPer100Lines &&
    `${((imports / lines) * 100).toFixed(2)} imports per 100 lines, ${ceilings.importsPer100Lines} are allowed`,
  anyCount > 0 && `${anyCount} any`,
  disabledTests > 0 && `${disabledTests} tests switched off`,
].filter(Boolean);

if (process.argv.includes('--list')) console.log(fragments.join('\n'));
for (const problem of problems) console.log(problem);
console.log(
  [
    `files ${files.length}, lines ${lines}, p50 ${quantile(0.5)} p95 ${quantile(0.95)} max ${quantile(1)}`,
    `imports ${imports} (${((imports / lines) * 100).toFixed(1)} per 100 lines), fragments ${fragments.length}`,
    `fullest folder ${Math.max(...filesPerFolder.values())}, any ${anyCount}, switched off ${disabledTests}`,
  ].join(', '),
);
if (problems.length > 0) process.exitCode = 1;

function findImporters(paths) {
  const knownFiles = new Set(paths);
  const importers = new Map(paths.map((file) => [file, new Set()]));
  for (const file of paths) {
    for (const [, target] of texts.get(file).matchAll(/(?:from\s+|import\(\s*|import\s+)'(\.[^']+)'/g)) {
      const path = posix.join(dirname(file), target);
      const resolved = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`].find(
        (candidate) => knownFiles.has(candidate),
      );
      if (resolved && resolved !== file) importers.get(resolved).add(file);
    }
  }
  return importers;
}

function findFragments(importers) {
  return [...importers].flatMap(([file, [first, second]]) => {
    const isSmall = countLines(file) <= maxFragmentLines && !/index\.tsx?$/.test(file);
    return isSmall && first && !second && dirname(first) === dirname(file) ? [file] : [];
  });
}

function countBy(paths, keyOf) {
  const counts = new Map();
  for (const path of paths) counts.set(keyOf(path), (counts.get(keyOf(path)) ?? 0) + 1);
  return counts;
}

function countMatches(pattern, readText) {
  return files.reduce((sum, file) => sum + (readText(file).match(pattern)?.length ?? 0), 0);
}

/** Keeps comments that switch the compiler off. */
function stripComments(file) {
  return texts
    .get(file)
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => (/@ts-/.test(comment) ? comment : ''));
}

function countDisabledTests() {
  const pattern = /\b(it|test|describe)\.(skip|only|todo|fixme)\b/;
  const allLines = ['tests', ...rooms]
    .flatMap((folder) => typeScriptUnder(folder))
    .flatMap((file) => read(file).split('\n'));
  return allLines.filter((line) => pattern.test(line)).length;
}

function quantile(fraction) {
  return sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * fraction))];
}

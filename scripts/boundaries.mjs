// Checks imports with .dependency-cruiser.cjs, and fails on import cycles of folders and on unparsed files.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root, rooms, rootFromArguments, typeScriptUnder } from './sources.mjs';

const require = createRequire(import.meta.url);
const { forbidden, options } = require(join(root, '.dependency-cruiser.cjs'));

// dependency-cruiser does not tell swc that a file has JSX, so JSX would be a syntax error.
const swc = require('@swc/core');
const { parseFileSync } = swc;
swc.parseFileSync = (file, settings) => parseFileSync(file, { ...settings, tsx: file.endsWith('x') });
const { cruise } = await import('dependency-cruiser');

const base = rootFromArguments();
const existingRooms = rooms.filter((room) => existsSync(join(base, room)));
const { output } = await cruise(existingRooms, {
  ...options,
  baseDir: base,
  ruleSet: { forbidden },
  validate: true,
});

const parsedFiles = new Set(output.modules.map(({ source }) => source));
// dependency-cruiser silently skips TypeScript files if it has no parser for them.
const unparsedFiles = existingRooms
  .flatMap((room) => typeScriptUnder(room, base))
  .filter((file) => !parsedFiles.has(file));
const { violations, error } = output.summary;

for (const { rule, from, to, cycle } of violations) {
  const importPath = cycle ? [from, ...cycle.map(({ name }) => name)].join(' → ') : `${from} → ${to}`;
  console.log(`${rule.name}: ${importPath}\n    ${forbidden.find(({ name }) => name === rule.name).comment}`);
}
const folderCycles = findFolderCycles();
for (const { folder, target, imports } of folderCycles)
  console.log(`folders in a circle: ${folder} → ${target}, ${imports}`);
for (const file of unparsedFiles) console.log(`not read: ${file}`);
console.log(
  `${parsedFiles.size} modules read, ${violations.length} violations, ${folderCycles.length} ways between folders in a circle, ` +
    `${unparsedFiles.length} files not read`,
);
if (error > 0 || folderCycles.length > 0 || unparsedFiles.length > 0 || existingRooms.length === 0)
  process.exitCode = 1;

/** Returns each import between folders that is part of a cycle. Imports of a subfolder do not count. */
function findFolderCycles() {
  const edges = new Map();
  for (const { source, dependencies } of output.modules)
    for (const { resolved } of dependencies.filter(({ resolved: path }) => parsedFiles.has(path))) {
      const [from, to] = [dirname(source).split('/'), dirname(resolved).split('/')];
      const depth = from.findIndex((name, index) => name !== to[index]);
      if (depth === -1 || to[depth] === undefined) continue;
      const [folder, target] = [from, to].map((path) => path.slice(0, depth + 1).join('/'));
      if (!edges.has(folder)) edges.set(folder, new Map());
      edges.get(folder).set(target, `${source} → ${resolved}`);
    }
  const leadsTo = (from, to, visited = new Set()) =>
    [...(edges.get(from)?.keys() ?? [])].some(
      (next) => next === to || (!visited.has(next) && visited.add(next) && leadsTo(next, to, visited)),
    );
  return [...edges].flatMap(([folder, targets]) =>
    [...targets]
      .filter(([target]) => leadsTo(target, folder))
      .map(([target, imports]) => ({ folder, target, imports })),
  );
}

// Checks the imports with .dependency-cruiser.cjs, that no folders stand in a circle, and that every file was read.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root, rooms, rootFromArguments, typeScriptUnder } from './sources.mjs';

const require = createRequire(import.meta.url);
const { forbidden, options } = require(join(root, '.dependency-cruiser.cjs'));

// dependency-cruiser does not tell swc which files hold JSX, so that every screen would be a syntax error.
const swc = require('@swc/core');
const { parseFileSync } = swc;
swc.parseFileSync = (file, settings) => parseFileSync(file, { ...settings, tsx: file.endsWith('x') });
const { cruise } = await import('dependency-cruiser');

const base = rootFromArguments();
const present = rooms.filter((room) => existsSync(join(base, room)));
const { output } = await cruise(present, {
  ...options,
  baseDir: base,
  ruleSet: { forbidden },
  validate: true,
});

const read = new Set(output.modules.map(({ source }) => source));
// dependency-cruiser silently skips TypeScript files if it has no parser for them.
const unread = present.flatMap((room) => typeScriptUnder(room, base)).filter((file) => !read.has(file));
const { violations, error } = output.summary;

for (const { rule, from, to, cycle } of violations) {
  const way = cycle ? [from, ...cycle.map(({ name }) => name)].join(' → ') : `${from} → ${to}`;
  console.log(`${rule.name}: ${way}\n    ${forbidden.find(({ name }) => name === rule.name).comment}`);
}
const circles = foldersInCircles();
for (const { folder, other, imports } of circles)
  console.log(`folders in a circle: ${folder} → ${other}, ${imports}`);
for (const file of unread) console.log(`not read: ${file}`);
console.log(
  `${read.size} modules read, ${violations.length} violations, ${circles.length} ways between folders in a circle, ` +
    `${unread.length} files not read`,
);
if (error > 0 || circles.length > 0 || unread.length > 0 || present.length === 0) process.exitCode = 1;

/**
 * The ways between folders from which another way leads back, each with an import of it. A file that imports another
 * leads from folder to folder where their paths part: `server/db/log/a.ts` and `server/db/engine/b.ts` from
 * `server/db/log` to `server/db/engine`. What stands above both folders, as `server/db/data.ts`, belongs to neither.
 */
function foldersInCircles() {
  const ways = new Map();
  for (const { source, dependencies } of output.modules)
    for (const { resolved } of dependencies.filter((one) => read.has(one.resolved))) {
      const [from, to] = [dirname(source).split('/'), dirname(resolved).split('/')];
      const depth = from.findIndex((name, place) => name !== to[place]);
      if (depth === -1 || to[depth] === undefined) continue;
      const [folder, other] = [from, to].map((path) => path.slice(0, depth + 1).join('/'));
      if (!ways.has(folder)) ways.set(folder, new Map());
      ways.get(folder).set(other, `${source} → ${resolved}`);
    }
  const leadsTo = (from, to, seen = new Set()) =>
    [...(ways.get(from)?.keys() ?? [])].some(
      (next) => next === to || (!seen.has(next) && seen.add(next) && leadsTo(next, to, seen)),
    );
  return [...ways].flatMap(([folder, others]) =>
    [...others]
      .filter(([other]) => leadsTo(other, folder))
      .map(([other, imports]) => ({ folder, other, imports })),
  );
}

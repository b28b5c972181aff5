// Checks the imports with .dependency-cruiser.cjs, that no folders import each other in a circle, and that every file
// was really read.
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
const circles = folderCircles(output.modules);
for (const circle of circles) console.log(`folder-circle: ${circle}`);
for (const file of unread) console.log(`not read: ${file}`);
const count = violations.length + circles.length;
console.log(`${read.size} modules read, ${count} violations, ${unread.length} files not read`);
if (error > 0 || circles.length > 0 || unread.length > 0 || present.length === 0) process.exitCode = 1;

/** Each import between folders of one parent that closes a circle, at any depth. */
function folderCircles(modules) {
  const roomsWithoutCircles = /^(contract|src)\//;
  const next = {};
  const between = modules.flatMap(({ source, dependencies }) =>
    dependencies.flatMap(({ resolved }) => {
      const [from, to] = foldersBetween(source, resolved);
      if (!to || !roomsWithoutCircles.test(source)) return [];
      (next[from] ??= new Set()).add(to);
      return { from, to, files: `${source} → ${resolved}` };
    }),
  );
  const reaches = (from, goal, seen = new Set()) =>
    [...(next[from] ?? [])].some(
      (to) => to === goal || (!seen.has(to) && seen.add(to) && reaches(to, goal, seen)),
    );
  return between
    .filter(({ from, to }) => reaches(to, from))
    .map(({ from, to, files }) => `${from} → ${to}, as ${files}`);
}

/** Where the paths of two files part, as folders; nothing where one of the files lies in a folder around the other. */
function foldersBetween(source, resolved) {
  const [one, other] = [dirname(source).split('/'), dirname(resolved).split('/')];
  const at = one.findIndex((name, index) => name !== other[index]);
  if (at < 0 || at >= other.length) return [];
  return [one, other].map((folders) => folders.slice(0, at + 1).join('/'));
}

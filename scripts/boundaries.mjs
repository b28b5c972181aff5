// Checks the imports with .dependency-cruiser.cjs, and that every file was really read.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
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
for (const file of unread) console.log(`not read: ${file}`);
console.log(`${read.size} modules read, ${violations.length} violations, ${unread.length} files not read`);
if (error > 0 || unread.length > 0 || present.length === 0) process.exitCode = 1;

import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const dayMs = 86_400_000;

/** Deletes temporary folders of killed runs: folders with one of the prefixes that are older than a day. */
export function removeLeftovers(parent, ...prefixes) {
  const names = readdirSync(parent).filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
  for (const name of names) {
    const folder = join(parent, name);
    const modifiedMs = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - modifiedMs > dayMs) rmSync(folder, { recursive: true, force: true });
  }
}

import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const dayMs = 86_400_000;

/** Deletes the folders in `parent` with these beginnings that killed runs have left; they are older than a day. */
export function removeLeftovers(parent, ...beginnings) {
  const names = readdirSync(parent).filter((name) => beginnings.some((start) => name.startsWith(start)));
  for (const name of names) {
    const folder = join(parent, name);
    const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - changed > dayMs) rmSync(folder, { recursive: true, force: true });
  }
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { newRunPrefix, removeDatabases } from './database';
import { bundlePrograms } from './programs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the bundled programs. */
    programs: string;
    databases: string;
  }
}

/** Bundles programs once for all files. Deletes databases of failed tests. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const programs = await bundlePrograms();
  const runPrefix = await newRunPrefix();
  process.env['COMMANDS_BUNDLE'] = programs.folder; // workers inherit the environment
  // Else backups of PostgreSQL would be in `data` of the checkout.
  process.env['BACKUP_FOLDER'] = join(programs.folder, 'backups');
  mkdirSync(process.env['BACKUP_FOLDER'], { mode: 0o700 });
  project.provide('programs', programs.folder);
  project.provide('databases', runPrefix);
  return async () => {
    programs.discard();
    await removeDatabases(runPrefix);
  };
}

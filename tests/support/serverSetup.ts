import type { TestProject } from 'vitest/node';
import { newRunPrefix, removeDatabases } from './database';
import { bundlePrograms } from './programs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of `builtProgram`. */
    programs: string;
    /** Path prefix of all databases of this run. */
    databases: string;
  }
}

/** Bundles programs once for all files. Deletes databases that tests leave behind. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const programs = await bundlePrograms();
  const runPrefix = await newRunPrefix();
  process.env['COMMANDS_BUNDLE'] = programs.folder; // workers inherit the environment
  project.provide('programs', programs.folder);
  project.provide('databases', runPrefix);
  return async () => {
    programs.discard();
    await removeDatabases(runPrefix);
  };
}

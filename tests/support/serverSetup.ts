import type { TestProject } from 'vitest/node';
import { newRun, removeDatabases } from './database';
import { bundlePrograms } from './programs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of `builtProgram`. */
    programs: string;
    /** The common prefix of the paths of all databases of this run. */
    databases: string;
  }
}

/** Bundles the programs once for all test files, and deletes the databases that they leave behind. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const programs = await bundlePrograms();
  const run = await newRun();
  process.env['COMMANDS_BUNDLE'] = programs.folder; // for the workers, which get the environment of this process
  project.provide('programs', programs.folder);
  project.provide('databases', run);
  return async () => {
    programs.discard();
    await removeDatabases(run);
  };
}

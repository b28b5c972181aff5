import type { TestProject } from 'vitest/node';
import { makeDemoTemplate } from './app';
import { bundlePrograms } from './programs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of `builtProgram`. */
    programs: string;
    /** The URL of the demo database, which each test copies. */
    demoTemplate: string;
  }
}

/** Bundles the programs and fills the demo database once for all test files. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const programs = await bundlePrograms();
  const template = await makeDemoTemplate();
  project.provide('programs', programs.folder);
  project.provide('demoTemplate', template.url);
  return async () => {
    programs.discard();
    await template.discard();
  };
}

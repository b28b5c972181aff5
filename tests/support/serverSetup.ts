import type { TestProject } from 'vitest/node';
import { makeDemoTemplate } from './app';
import { bundlePrograms } from './programs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of `builtProgram`. */
    programs: string;
    /** The address of a database to copy. */
    demoTemplate: string;
  }
}

/** Makes once what all files of the suite need. */
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

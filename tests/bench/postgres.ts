import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

interface PostgresScript {
  startPostgres(): Promise<string>;
}
interface StepsScript {
  cleanUp(): Promise<void>;
}

/** Imports a script of the repository at run time. The working directory is the root of the repository. */
export const importScript = async <T>(name: string): Promise<T> =>
  (await import(pathToFileURL(resolve('scripts', name)).href)) as T;

export async function withPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const { startPostgres } = await importScript<PostgresScript>('postgres.mjs');
  const { cleanUp } = await importScript<StepsScript>('steps.mjs');
  try {
    await work(await startPostgres());
  } finally {
    await cleanUp();
  }
}

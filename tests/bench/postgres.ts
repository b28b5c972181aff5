import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Cluster {
  startPostgres(): Promise<string>;
}
interface Steps {
  cleanUp(): Promise<void>;
}

/** Imports a command of the repository, which is not part of this bundle; the working directory is its root. */
export const command = async <T>(name: string): Promise<T> =>
  (await import(pathToFileURL(resolve('scripts', name)).href)) as T;

/** Runs work with a PostgreSQL cluster that ends with it. */
export async function withPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const { startPostgres } = await command<Cluster>('postgres.mjs');
  const { cleanUp } = await command<Steps>('steps.mjs');
  try {
    await work(await startPostgres());
  } finally {
    await cleanUp();
  }
}

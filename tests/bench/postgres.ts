import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Cluster {
  startPostgres(): Promise<string>;
}
interface Steps {
  cleanUp(): Promise<void>;
}

/** The commands of the repository are plain Node and no part of this bundle; we run in its root. */
export const command = async <T>(name: string): Promise<T> =>
  (await import(pathToFileURL(resolve('scripts', name)).href)) as T;

/** Gives work a PostgreSQL of its own, which ends with it. */
export async function withPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const { startPostgres } = await command<Cluster>('postgres.mjs');
  const { cleanUp } = await command<Steps>('steps.mjs');
  try {
    await work(await startPostgres());
  } finally {
    await cleanUp();
  }
}

import { script } from './programs';

/** A PostgreSQL server of one test. */
export interface Cluster {
  url: string;
  start(): Promise<void>;
  /** SIGINT closes all connections, SIGQUIT also skips the shutdown. */
  stop(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Stops it and deletes its files. */
  remove(): Promise<void>;
}

/** A new cluster, not yet started, that stores committed data durably. */
export async function newCluster(): Promise<Cluster> {
  const { createCluster } = await script<{
    createCluster: (options: { isDurable: boolean }) => Promise<Cluster>;
  }>('postgres.mjs');
  return createCluster({ isDurable: true });
}

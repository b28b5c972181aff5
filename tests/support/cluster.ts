import { script } from './programs';

/** A PostgreSQL of a test's own. */
export interface Cluster {
  url: string;
  start(): Promise<void>;
  /** SIGINT cuts whoever is connected, SIGQUIT does so without a shutdown. */
  stop(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Stops it and takes its files away. */
  remove(): Promise<void>;
}

/** A new cluster, not yet started, that keeps what it has committed. */
export async function newCluster(): Promise<Cluster> {
  const { createCluster } = await script<{
    createCluster: (options: { isDurable: boolean }) => Promise<Cluster>;
  }>('postgres.mjs');
  return createCluster({ isDurable: true });
}

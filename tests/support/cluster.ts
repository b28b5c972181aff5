import { script } from './programs';

export interface Cluster {
  url: string;
  start(): Promise<void>;
  /** SIGINT closes all connections; SIGQUIT also skips the shutdown checkpoint. */
  stop(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  remove(): Promise<void>;
}

/** Creates a cluster with durable commits, but does not start it. */
export async function newCluster(): Promise<Cluster> {
  const { createCluster } = await script<{
    createCluster: (options: { isDurable: boolean }) => Promise<Cluster>;
  }>('postgres.mjs');
  return createCluster({ isDurable: true });
}

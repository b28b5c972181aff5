import { hostname } from 'node:os';
import type { Config } from './config';

/**
 * PUBLIC_URL has priority. A server that listens on all interfaces uses `origin`, the address of the
 * request.
 */
export function publicAddress({ PUBLIC_URL, HOST, PORT }: Config, origin: string): string {
  if (PUBLIC_URL) return PUBLIC_URL;
  if (allInterfaces.has(HOST)) return reachableOrigin(origin) ?? `http://${hostname()}:${PORT}`;
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;
}

/** A browser cannot open these hosts. */
const allInterfaces = new Set(['0.0.0.0', '::', '[::]']);
/** Other machines cannot reach these hosts. */
const loopbackHosts = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const hostPattern = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])$/;

function reachableOrigin(origin: string): string | null {
  if (!URL.canParse(origin)) return null;
  const url = new URL(origin);
  const isOriginOnly = url.username === '' && url.pathname === '/' && url.search === '' && url.hash === '';
  const isReachable =
    hostPattern.test(url.hostname) && !loopbackHosts.test(url.hostname) && !allInterfaces.has(url.hostname);
  return isOriginOnly && isReachable ? url.origin : null;
}

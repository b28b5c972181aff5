import { hostname } from 'node:os';
import type { Config } from '../../config';

/** A server that listens here listens everywhere: nobody can open such an address. */
const everywhere = new Set(['0.0.0.0', '::', '[::]']);
/** Of the machine itself: another machine finds nobody there. */
const itself = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const name = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])$/;

/** The origin of a request when others could open it too; null otherwise. */
function openable(origin: string): string | null {
  if (!URL.canParse(origin)) return null;
  const url = new URL(origin);
  const isBare = url.username === '' && url.pathname === '/' && url.search === '' && url.hash === '';
  const isOthers = name.test(url.hostname) && !itself.test(url.hostname) && !everywhere.has(url.hostname);
  return isBare && isOthers ? url.origin : null;
}

/**
 * Where the screens are reached, as it stands on papers: what the operator has said. A server that listens everywhere
 * and was told no address takes the one that the member of staff who issues the paper has come by.
 * @param origin of the request of that member of staff
 */
export function publicAddress({ PUBLIC_URL, HOST, PORT }: Config, origin: string): string {
  if (PUBLIC_URL) return PUBLIC_URL;
  if (everywhere.has(HOST)) return openable(origin) ?? `http://${hostname()}:${PORT}`;
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;
}

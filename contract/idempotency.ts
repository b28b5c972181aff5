import type { Endpoint } from './endpoint';

/** The header by which a write that is sent again is known. */
export const keyHeader = 'Idempotency-Key';

/** What a key looks like. */
export const readableKey = /^[\u0021-\u007E]{8,100}$/;

/** Signing in and what only reads have no use for a key, and a file is not kept. */
const withoutKey = /^\/auth\/|^\/sheets\/fetch$|\/import\/check$/;

/** Whether a call takes a key: the same one sent again is answered as it was the first time. */
export const takesKey = ({ method, path, isFile }: Endpoint): boolean =>
  method !== 'GET' && !isFile && !withoutKey.test(path);

import type { Endpoint } from './endpoint';

/** The header by which a write that is sent again is known. */
export const keyHeader = 'Idempotency-Key';

/** What a key looks like. */
export const readableKey = /^[\u0021-\u007E]{8,100}$/;

/**
 * Signing in and what only reads have no use for a key; nor has what is sent every few seconds and comes to the same
 * however often: an answer kept of each save of a draft would be the whole draft. A file is not kept.
 */
const withoutKey =
  /^\/auth\/|^\/sheets\/fetch$|\/import\/check$|^\/assignments\/[^/]+\/draft$|^\/notifications\/read$/;

/** Whether a call takes an idempotency key: a repeated key gets the stored first answer. */
export const takesKey = ({ method, path, isFile }: Pick<Endpoint, 'method' | 'path' | 'isFile'>): boolean =>
  method !== 'GET' && !isFile && !withoutKey.test(path);

import type { z } from 'zod';
import { type Endpoint, filledPath, type ResponseOf, type Shape } from '../../contract/endpoint';
import { apiCall } from './apiCall';

interface CallInput<E> {
  params?: E extends Endpoint<infer P, Shape, Shape, Shape> ? z.input<P> : never;
  query?: E extends Endpoint<Shape, infer Q, Shape, Shape> ? z.input<Q> : never;
  body?: E extends Endpoint<Shape, Shape, infer B, Shape> ? z.input<B> : never;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** As in `Request`. */
  key?: string;
}

/** Calls an endpoint of the contract. Fails with an ApiProblem. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<ResponseOf<E>> {
  const { params, query, body, headers, signal, key } = input;
  const path = filledPath(endpoint.path, params ?? {});
  const { json } = await apiCall({
    method: endpoint.method,
    path: `${path}${queryText(query)}`,
    body,
    ...(headers ? { headers } : {}),
    ...(signal ? { signal } : {}),
    ...(key === undefined ? {} : { key }),
  });
  return json as ResponseOf<E>;
}

/** `?a=1&b=2`, without undefined values; empty if there are none. */
export function queryText(query: unknown): string {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  );
  if (entries.length === 0) return '';
  return `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}

import { z } from 'zod';
import type { Role } from './vocabulary';

/** Who may call: nobody is let in unless the row says so. `public` needs no sign-in. */
export type Access = 'public' | readonly Role[];

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Any object schema; used for path parameters, query and body. */
export type Shape = z.ZodType;

const nothing = z.strictObject({});

/** The answer of a call with `isFile`. */
export const file = z.instanceof(Uint8Array);
type Nothing = typeof nothing;

/** What a call may cost before it is known whether it is allowed. */
export interface Budget {
  /** A larger body is 413; without it the limit of the server counts. */
  readonly maxBodyBytes?: number;
  /** Public calls: at most so many a minute from one address, all calls of the same part and limit together (429). */
  readonly limitPerMinute?: number;
}

/** What a row says beside its address and its schemas. */
interface Traits extends Budget {
  readonly roles: Access;
  /** One English line for the reader of the API page. */
  readonly summary: string;
  readonly status: 200 | 201;
  /** Answers bytes; their kind and name stand in the headers. */
  readonly isFile: boolean;
  /** A call that the specification does not name: another server may lack it. */
  readonly isAddition: boolean;
  /** Set on list calls: the name that `Content-Range` carries. */
  readonly listOf?: string;
  /** Other roles get 404 instead of 403, so that they do not learn that the call exists. */
  readonly isHidden: boolean;
  /** Allowed while a generated password waits to be changed. */
  readonly isOpenBeforePasswordChange: boolean;
  /** One person sends hundreds of these in a row, so they are counted apart from other calls. */
  readonly isOfImport: boolean;
}

/** One row of the API. The server mounts it, the client calls it, the tests walk it, OpenAPI prints it. */
export interface Endpoint<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  R extends Shape = Shape,
> extends Traits {
  readonly method: Method;
  /** Below `/api`, parameters in braces: `/programs/{id}`. */
  readonly path: string;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly response: R;
}

type Definition<P, Q, B, R> = Partial<Traits> &
  Pick<Traits, 'roles' | 'summary'> & { response: R; params?: P; query?: Q; body?: B };

const endpointOf =
  (method: Method) =>
  <R extends Shape, P extends Shape = Nothing, Q extends Shape = Nothing, B extends Shape = Nothing>(
    path: string,
    definition: Definition<P, Q, B, R>,
  ): Endpoint<P, Q, B, R> => ({
    method,
    path,
    isFile: false,
    isAddition: false,
    isHidden: false,
    isOpenBeforePasswordChange: false,
    isOfImport: false,
    status: 200,
    params: nothing as Shape as P,
    query: nothing as Shape as Q,
    body: nothing as Shape as B,
    ...definition,
  });

export const get = endpointOf('GET');
export const post = endpointOf('POST');
export const put = endpointOf('PUT');
export const remove = endpointOf('DELETE');

/** Gives each of the calls these traits, so that none is forgotten. */
export const withTraits = <A extends Record<string, Endpoint>>(traits: Partial<Traits>, calls: A): A =>
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, { ...call, ...traits }])) as A;

/** Calls of which the specification names none. */
export const additions = <A extends Record<string, Endpoint>>(calls: A): A =>
  withTraits({ isAddition: true }, calls);

export type QueryOf<E> = E extends Endpoint<Shape, infer Q, Shape, Shape> ? z.output<Q> : never;
/** What a client sends; before defaults and folding. */
export type BodyInputOf<E> = E extends Endpoint<Shape, Shape, infer B, Shape> ? z.input<B> : never;
export type ResponseOf<E> = E extends Endpoint<Shape, Shape, Shape, infer R> ? z.output<R> : never;

/** The names of the parameters in a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

/** A path with its parameters filled in, each percent-encoded. */
export function filledPath(path: string, params: Record<string, string | number>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}

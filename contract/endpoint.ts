import { z } from 'zod';
import type { Role } from './vocabulary';

/** Who may call: only the listed roles; `public` needs no sign-in. */
export type Access = 'public' | readonly Role[];

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Any object schema; used for path parameters, query and body. */
export type Schema = z.ZodType;

const emptyObject = z.strictObject({});

/** The answer of a call with `isFile`. */
export const file = z.instanceof(Uint8Array);
type EmptyObject = typeof emptyObject;

/** Limits that apply before the caller is authorised. */
export interface Budget {
  /** A larger body is refused with 413. Default: the limit of the server. */
  readonly maxBodyBytes?: number;
  /**
   * Public calls: maximum per minute from one address (429). Calls of one part with the same limit are counted
   * together.
   */
  readonly limitPerMinute?: number;
}

/** The record that a field identifies. `wholeSubjectId`: the caller must have all students of the subject in scope. */
export type ScopeKind =
  | 'batchName'
  | 'subjectCode'
  | 'subjectId'
  | 'wholeSubjectId'
  | 'assignmentId'
  | 'questionId'
  | 'submissionId'
  | 'answerId'
  | 'circleId'
  | 'dailyRecordId'
  | 'sardId'
  | 'studentId';

/** The properties of an endpoint except path and schemas. */
interface Traits extends Budget {
  readonly roles: Access;
  /** One English line for the reader of the API page. */
  readonly summary: string;
  readonly status: 200 | 201;
  /** Answers bytes; content type and file name are in the headers. */
  readonly isFile: boolean;
  /** A call that the specification does not name: another server may lack it. */
  readonly isAddition: boolean;
  /** Set on list calls: the name that `Content-Range` carries. */
  readonly listName?: string;
  /** Other roles get 404 instead of 403, so that they do not learn that the call exists. */
  readonly isHidden: boolean;
  /** Of the whole institute: an admin who is limited to one section gets 403. */
  readonly isOfAllSections: boolean;
  /** Allowed while the user still has to change a generated password. */
  readonly isOpenBeforePasswordChange: boolean;
  /** One import sends hundreds of these in a row, so they have a rate limit of their own. */
  readonly isImportCall: boolean;
  /**
   * For writes of teachers with an `Idempotency-Key`: field of the path or body → the record that it identifies. The
   * first field with a value counts. A retry gets the stored response only while that record is in the caller's scope.
   * Empty: every caller of the role gets it.
   */
  readonly scopedBy?: Readonly<Record<string, ScopeKind>>;
}

/** One endpoint of the API, used by the server, the client, the tests and the OpenAPI document. */
export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
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

const defineEndpoint =
  (method: Method) =>
  <
    R extends Schema,
    P extends Schema = EmptyObject,
    Q extends Schema = EmptyObject,
    B extends Schema = EmptyObject,
  >(
    path: string,
    definition: Definition<P, Q, B, R>,
  ): Endpoint<P, Q, B, R> => ({
    method,
    path,
    isFile: false,
    isAddition: false,
    isHidden: false,
    isOfAllSections: false,
    isOpenBeforePasswordChange: false,
    isImportCall: false,
    status: 200,
    params: emptyObject as Schema as P,
    query: emptyObject as Schema as Q,
    body: emptyObject as Schema as B,
    ...definition,
  });

export const get = defineEndpoint('GET');
export const post = defineEndpoint('POST');
export const put = defineEndpoint('PUT');
export const remove = defineEndpoint('DELETE');

/** Sets the same traits on each of the calls. */
export const withTraits = <A extends Record<string, Endpoint>>(traits: Partial<Traits>, calls: A): A =>
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, { ...call, ...traits }])) as A;

/** Calls that are not in the specification. */
export const additions = <A extends Record<string, Endpoint>>(calls: A): A =>
  withTraits({ isAddition: true }, calls);

export type QueryOf<E> = E extends Endpoint<Schema, infer Q, Schema, Schema> ? z.output<Q> : never;
export type BodyOf<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? z.output<B> : never;
/** What a client sends; before defaults and folding. */
export type BodyInputOf<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? z.input<B> : never;
export type ResponseOf<E> = E extends Endpoint<Schema, Schema, Schema, infer R> ? z.output<R> : never;

/** The names of the parameters in a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

/** A path with its parameters filled in, each percent-encoded. */
export function fillPath(path: string, params: Record<string, string | number>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}

/** The header with the key of a write; a repeated key means that the write is sent again. */
export const idempotencyHeader = 'Idempotency-Key';

/** What a key may look like. */
export const idempotencyKeyPattern = /^[\u0021-\u007E]{8,100}$/;

/**
 * Paths that take no key: sign-in, calls that only read, and calls that are sent every few seconds and may be
 * repeated anyway (the stored answer to each save of a draft would be the whole draft). Files take none either.
 */
const pathsWithoutKey =
  /^\/auth\/|^\/sheets\/fetch$|\/import\/check$|\/dependents$|^\/assignments\/[^/]+\/draft$|^\/notifications\/read$/;

/** Whether a call takes an idempotency key: a repeated key gets the stored first answer. */
export const takesIdempotencyKey = ({
  method,
  path,
  isFile,
}: Pick<Endpoint, 'method' | 'path' | 'isFile'>): boolean =>
  method !== 'GET' && !isFile && !pathsWithoutKey.test(path);

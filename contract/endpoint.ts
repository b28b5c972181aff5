import { z } from 'zod';
import type { Role } from './vocabulary';

export type Access = 'public' | readonly Role[];

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type Schema = z.ZodType;

const emptyObject = z.strictObject({});

export const file = z.instanceof(Uint8Array);
type EmptyObject = typeof emptyObject;

/** The server checks these limits before it authorises the caller. */
export interface Budget {
  /** A larger body gets 413. Default: the server's limit. */
  readonly maxBodyBytes?: number;
  /** Public calls only: requests per minute and IP address (429). */
  readonly limitPerMinute?: number;
}

/** The record that a field identifies. `wholeSubjectId` needs access to all students of the subject. */
export type ScopeKind =
  | 'announcementId'
  | 'batchId'
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
  | 'excuseId'
  | 'behaviourNoteId'
  | 'studentId';

interface Traits extends Budget {
  readonly roles: Access;
  readonly summary: string;
  readonly status: 200 | 201;
  /** The response is bytes. Its headers have the content type and the file name. */
  readonly isFile: boolean;
  /** True if the call is not in the specification. Another server may not have the call. */
  readonly isAddition: boolean;
  /** List calls only: the unit of the `Content-Range` header. */
  readonly listName?: string;
  /** Other roles get 404 instead of 403, so that they cannot see that the call exists. */
  readonly isHidden: boolean;
  /** The call concerns the whole institute, so admins of one section get 403. */
  readonly isInstituteWide: boolean;
  readonly isOpenBeforePasswordChange: boolean;
  /** The call has its own rate limit, because one import sends hundreds of requests in a row. */
  readonly isImportCall: boolean;
  /**
   * For writes of teachers: the record that a field of path or body identifies; the first field with a value
   * counts. A retry gets the stored response while this record is in scope; with an empty object always.
   */
  readonly scopedBy?: Readonly<Record<string, ScopeKind>>;
}

export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
> extends Traits {
  readonly method: Method;
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
    isInstituteWide: false,
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

export const withTraits = <A extends Record<string, Endpoint>>(traits: Partial<Traits>, calls: A): A =>
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, { ...call, ...traits }])) as A;

export const additions = <A extends Record<string, Endpoint>>(calls: A): A =>
  withTraits({ isAddition: true }, calls);

export type QueryOf<E> = E extends Endpoint<Schema, infer Q, Schema, Schema> ? z.output<Q> : never;
export type BodyOf<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? z.output<B> : never;
export type BodyInputOf<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? z.input<B> : never;
export type ResponseOf<E> = E extends Endpoint<Schema, Schema, Schema, infer R> ? z.output<R> : never;

export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

export function fillPath(path: string, params: Record<string, string | number>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}

/** Our server names itself, so that the screens know its additions. */
export const serverHeader = 'X-Server';
export const serverName = 'rasd';

export const idempotencyHeader = 'Idempotency-Key';

export const idempotencyKeyPattern = /^[\u0021-\u007E]{8,100}$/;

/** Reads, and frequent calls that are safe to repeat: stored responses would need much room. */
const pathsWithoutKey =
  /^\/auth\/|^\/sheets\/fetch$|\/(import|move)\/check$|\/dependents$|^\/assignments\/[^/]+\/draft$|^\/notifications\/read$/;

export const takesIdempotencyKey = ({
  method,
  path,
  isFile,
}: Pick<Endpoint, 'method' | 'path' | 'isFile'>): boolean =>
  method !== 'GET' && !isFile && !pathsWithoutKey.test(path);

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Pagination } from '../contract/archive';
import type { SessionUser } from '../contract/accounts/auth';
import type { Endpoint, file, Schema } from '../contract/endpoint';
import { ruleMessages } from '../contract/errors';
import { problemDetails } from '../contract/validation';
import { plainAddress, addressGroup } from './auth/addresses';
import { type Scope, scopeOf } from './auth/scope';
import { findSession, requireStepUpOf, type Session, touchSession } from './auth/sessions';
import type { CallLimits } from './callLimits';
import type { Config } from './config';
import type { Data } from './db/data';
import type { Actor } from './db/log/unitOfWork';
import { answeredOnce, keyOf } from './idempotency';
import { plainBody, plainQuery, plainResponse } from './plainApi';
import { notFound, Problem } from './problem';

/** What a handler is given. */
export interface Call<P = unknown, Q = unknown, B = unknown> {
  params: P;
  query: Q;
  body: B;
  data: Data;
  config: Config;
  /** The caller. @throws UNAUTHENTICATED in a public call */
  user: SessionUser;
  session: Session;
  /** The `Idempotency-Key` of the call. */
  key: string | null;
  actor: Actor;
  /** The rows that the caller may see; with a day, for a call about that day. */
  scope: (day?: string) => Promise<Scope>;
  /** Aborted when the caller leaves before the answer, so that nothing more is computed for nobody. */
  signal: AbortSignal;
  address: string;
  /** The address that the caller used, as the request says: `https://rasd.example.org`. */
  origin: string;
}

/** The rows of a list, and the total number of rows. */
export interface Listing<T> {
  rows: T[];
  total: number;
}

type CallOf<P extends Schema, Q extends Schema, B extends Schema> = Call<
  z.output<P>,
  z.output<Q>,
  z.output<B>
>;

/** A contract row with the function that answers it. */
export interface Route {
  endpoint: Endpoint;
  answer(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

export const route = <P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  endpoint: Endpoint<P, Q, B, R>,
  handler: (call: CallOf<P, Q, B>) => Promise<z.input<R>>,
): Route => ({ endpoint, answer: (call) => handler(call as CallOf<P, Q, B>) });

/** A list call: answers the plain array, or with `range` one page of it and `Content-Range`. */
export const listRoute = <P extends Schema, Q extends Schema, B extends Schema, T extends Schema>(
  endpoint: Endpoint<P, Q, B, z.ZodArray<T>>,
  handler: (call: CallOf<P, Q, B>) => Promise<Listing<z.input<T>>>,
): Route => ({
  endpoint,
  async answer(call, _request, reply) {
    const { rows, total } = await handler(call as CallOf<P, Q, B>);
    if (call.config.PLAIN_API) return rows;
    const { range } = call.query as { range?: [number, number] };
    if (!range) void reply.header('X-Total-Count', total);
    else {
      const from = Math.min(range[0], total);
      void reply.header(
        'Content-Range',
        `${endpoint.listName} ${from}-${from + Math.max(rows.length - 1, 0)}/${total}`,
      );
    }
    return rows;
  },
});

/** The answer of a write without further data. */
export const done = (message: string) => ({ success: true as const, message });

/** The pagination of a page; an empty list has one page. */
export const paginationOf = (page: number, limit: number, total: number): Pagination => ({
  page,
  limit,
  total,
  totalPages: Math.max(1, Math.ceil(total / limit)),
});

/** A file to be saved by the caller. */
export interface FileAnswer {
  bytes: Uint8Array;
  mediaType: string;
  /** With its extension; may be Arabic. */
  name: string;
}

/** A call that answers a file. */
export const fileRoute = <P extends Schema, Q extends Schema, B extends Schema>(
  endpoint: Endpoint<P, Q, B, typeof file>,
  handler: (call: CallOf<P, Q, B>) => Promise<FileAnswer>,
): Route => ({
  endpoint,
  async answer(call, _request, reply) {
    const { bytes, mediaType, name } = await handler(call as CallOf<P, Q, B>);
    void reply
      .type(mediaType)
      .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
    return bytes;
  },
});

/** Registers a contract row: access, validation of the request, and the answer. */
export function mount(
  app: FastifyInstance,
  { endpoint, answer }: Route,
  data: Data,
  config: Config,
  limits: CallLimits,
): void {
  const isPlain = config.PLAIN_API;
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
    // Before the body is read, so that a caller without access learns nothing from errors in the body.
    onRequest: (request) => requireAccess(endpoint, request, data, limits),
    // Read again, because a body may arrive slowly and the account may have been disabled meanwhile.
    preHandler: (request) => requireSameAccess(endpoint, request, data),
    onResponse: (request) => touch(request, data),
    ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
    handler: async (request, reply) => {
      void reply.status(endpoint.status);
      const { session } = request;
      const key = isPlain ? null : keyOf(endpoint, request.headers);
      const sent = sentIn(endpoint, request, isPlain);
      const carryOut = async (on: Data): Promise<unknown> => {
        const undoable = new Set<number>();
        const call: Call = {
          ...sent,
          data: on,
          config,
          key,
          signal: signalOf(reply),
          address: plainAddress(request.ip),
          origin: `${request.protocol}://${request.host}`,
          get session() {
            return requireSession(session);
          },
          get user() {
            return requireSession(session).user;
          },
          get actor() {
            return { ...actorOf(requireSession(session), request, data, isPlain), undoable };
          },
          scope: (day) => scopeOf(on, requireSession(session).user, day),
        };
        const answered = await answer(call, request, reply);
        if (!isPlain) tellOperation(reply, [...undoable]);
        // Bytes are a file, or an answer that was checked when it was stored.
        return answered instanceof Uint8Array ? answered : endpoint.response.parse(answered);
      };
      const checked =
        key === null
          ? await carryOut(data)
          : await answeredOnce(
              data,
              { ...sent, endpoint, key, user: requireSession(session).user, request, reply },
              carryOut,
            );
      return isPlain ? plainResponse(endpoint, checked) : checked;
    },
  });
}

function signalOf({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  const leave = () => {
    if (!raw.writableFinished) leaving.abort(new Problem('BUSY'));
  };
  if (raw.destroyed) leave();
  else raw.once('close', leave);
  return leaving.signal;
}

/** Says which operation takes back what a call did. Where it did several, to undo one would be half of it. */
function tellOperation(reply: FastifyReply, [operation, ...others]: readonly number[]): void {
  if (operation !== undefined && others.length === 0) void reply.header('X-Operation-Id', operation);
}

function parseInput(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = problemDetails(result.error);
  throw new Problem('VALIDATION', { message: details[0]?.message, details });
}

/** What was sent, checked: in the path first, in the body last. */
function sentIn(endpoint: Endpoint, request: FastifyRequest, isPlain: boolean) {
  const body = isPlain ? plainBody(endpoint.body, request.body) : request.body;
  return {
    params: parsePath(endpoint.params, request.params) as never,
    query: queryOf(endpoint, request, isPlain) as never,
    body: parseInput(endpoint.body, body ?? {}) as never,
  };
}

const queryOf = ({ query }: Endpoint, request: FastifyRequest, isPlain: boolean): unknown =>
  parseInput(query, isPlain ? plainQuery(query, request.query) : request.query);

/** The parameters of a path; a value that no record can have is answered like a missing record. */
function parsePath(schema: z.ZodType, params: unknown): unknown {
  const result = schema.safeParse(params);
  if (!result.success) throw notFound();
  return result.data;
}

function requireSession(session: Session | null): Session {
  if (!session) throw new Problem('UNAUTHENTICATED');
  return session;
}

function actorOf(session: Session, request: FastifyRequest, data: Data, isPlain: boolean): Actor {
  const { user } = session;
  const undoSession = String(request.headers['x-session-id'] ?? '').slice(0, 100) || null;
  return {
    userId: user.id,
    name: user.name,
    role: user.role,
    undoSession,
    section: user.role === 'admin' ? user.section : null,
    requireStepUp: (db) => requireStepUpOf(db, session, data.now(), isPlain),
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}

const bearer = /^Bearer ([\w-]{20,200})$/;

/** Stores the time of a call. A database that cannot be written does not concern a caller who reads. */
async function touch({ session, log }: FastifyRequest, data: Data): Promise<void> {
  if (!session) return;
  await touchSession(data, session).catch((error: unknown) =>
    log.warn({ err: error }, 'the time of a call was not stored'),
  );
}

/** Checks rate limit and session of a call. */
async function requireAccess(
  endpoint: Endpoint,
  request: FastifyRequest,
  data: Data,
  limits: CallLimits,
): Promise<void> {
  if (endpoint.roles === 'public') return limits.ofAddress(endpoint, addressGroup(request.ip));
  await requireSessionOf(endpoint, request, data, (userId) => limits.ofPerson(endpoint, userId));
}

/** Checks a call with a body again once the body is whole. */
async function requireSameAccess(endpoint: Endpoint, request: FastifyRequest, data: Data): Promise<void> {
  if (endpoint.method !== 'GET') await requireSessionOf(endpoint, request, data);
}

/**
 * Reads the session of a call and checks the person that it was sent for, and the role. The headers `X-User-*` never
 * give access; they only show that the page was opened by another person.
 */
async function requireSessionOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  data: Data,
  count: (userId: number) => void = () => undefined,
): Promise<void> {
  if (endpoint.roles === 'public') return;
  const token = bearer.exec(request.headers.authorization ?? '')?.[1];
  const session = token ? await findSession(data, token, request.ip) : null;
  if (!session) throw new Problem('UNAUTHENTICATED');
  request.session = session;
  count(session.user.id);
  const sentUserId = request.headers['x-user-id'];
  if (sentUserId !== undefined && sentUserId !== String(session.user.id))
    throw new Problem('IDENTITY_MISMATCH');
  if (session.user.must_change_password && !endpoint.isOpenBeforePasswordChange)
    throw new Problem('MUST_CHANGE_PASSWORD');
  if (!endpoint.roles.includes(session.user.role))
    throw new Problem(endpoint.isHidden ? 'NOT_FOUND' : 'FORBIDDEN');
  if (endpoint.isOfAllSections && session.user.section !== null)
    throw endpoint.isHidden
      ? new Problem('NOT_FOUND')
      : new Problem('FORBIDDEN', { message: ruleMessages.notForOneSection });
}

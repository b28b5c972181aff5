import { Readable } from 'node:stream';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
} from 'fastify';
import type { z } from 'zod';
import type { Pagination } from '../contract/archive';
import type { SessionUser } from '../contract/accounts/auth';
import type { Endpoint, file, Schema } from '../contract/endpoint';
import { ruleMessages } from '../contract/errors';
import { problemDetails } from '../contract/validation';
import { plainAddress, addressGroup } from './auth/addresses';
import { type Scope, loadScope } from './auth/scope';
import { findSession, requireSessionStepUp, type Session, touchSession } from './auth/sessions';
import type { CallLimits } from './callLimits';
import type { Config } from './config';
import type { Data } from './db/data';
import type { Actor } from './db/log/unitOfWork';
import { answerOnce, readKey } from './idempotency';
import { plainBody, plainQuery, plainResponse } from './plainApi';
import { notFound, Problem } from './problem';

export interface Call<P = unknown, Q = unknown, B = unknown> {
  params: P;
  query: Q;
  body: B;
  data: Data;
  config: Config;
  /** @throws UNAUTHENTICATED in a public call */
  user: SessionUser;
  session: Session;
  key: string | null;
  actor: Actor;
  scope: (day?: string) => Promise<Scope>;
  /** Aborted if the client disconnects before the answer. */
  signal: AbortSignal;
  address: string;
  /** Origin of the caller's URL, such as `https://rasd.example.org`. */
  origin: string;
}

export interface Listing<T> {
  rows: T[];
  total: number;
}

type CallOf<P extends Schema, Q extends Schema, B extends Schema> = Call<
  z.output<P>,
  z.output<Q>,
  z.output<B>
>;

export interface Route {
  endpoint: Endpoint;
  answer(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

export const route = <P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  endpoint: Endpoint<P, Q, B, R>,
  handler: (call: CallOf<P, Q, B>) => Promise<z.input<R>>,
): Route => ({ endpoint, answer: (call) => handler(call as CallOf<P, Q, B>) });

/** Returns the whole array, or with `range` one page and `Content-Range`. */
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
      reply.contentRange = `${endpoint.listName} ${from}-${from + Math.max(rows.length - 1, 0)}/${total}`;
    }
    return rows;
  },
});

export const successBody = (message: string) => ({ success: true as const, message });

export const buildPagination = (page: number, limit: number, total: number): Pagination => ({
  page,
  limit,
  total,
  totalPages: Math.max(1, Math.ceil(total / limit)),
});

export interface FileResponse {
  bytes: Uint8Array;
  mediaType: string;
  name: string;
}

export const fileRoute = <P extends Schema, Q extends Schema, B extends Schema>(
  endpoint: Endpoint<P, Q, B, typeof file>,
  handler: (
    call: CallOf<P, Q, B>,
    log: FastifyBaseLogger,
  ) => Promise<Omit<FileResponse, 'bytes'> & { bytes: Uint8Array | Readable }>,
): Route => ({
  endpoint,
  async answer(call, request, reply) {
    const { bytes, mediaType, name } = await handler(call as CallOf<P, Q, B>, request.log);
    void reply
      .type(mediaType)
      .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
    return bytes;
  },
});

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
    // The check runs before the body is read, so that body errors tell nothing to a caller without access.
    onRequest: (request) => requireAccess(endpoint, request, data, limits),
    // The check runs again, because an admin may disable the account while a slow body arrives.
    preHandler: (request) => requireSameAccess(endpoint, request, data),
    onResponse: (request) => storeCallTime(request, data),
    ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
    handler: async (request, reply) => {
      void reply.status(endpoint.status);
      const { session } = request;
      const key = isPlain ? null : readKey(endpoint, request.headers);
      const input = parseRequest(endpoint, request, isPlain);
      const runCall = async (callData: Data): Promise<unknown> => {
        const undoIds = new Set<number>();
        const call = createCall({ input, data: callData, config, key, isPlain, undoIds }, request, reply);
        const result = await answer(call, request, reply);
        if (!isPlain) sendOperationHeader(reply, [...undoIds]);
        // Bytes are a file, or a stored answer that was checked before it was stored.
        return result instanceof Uint8Array || result instanceof Readable
          ? result
          : endpoint.response.parse(result);
      };
      const response =
        key === null
          ? await runCall(data)
          : await answerOnce(
              data,
              { ...input, endpoint, key, user: requireSession(session).user, request, reply },
              runCall,
            );
      return isPlain ? plainResponse(endpoint, response) : response;
    },
  });
}

interface CallParts {
  input: Pick<Call<never, never, never>, 'params' | 'query' | 'body'>;
  data: Data;
  config: Config;
  key: string | null;
  isPlain: boolean;
  undoIds: Set<number>;
}

/** Most calls need neither the signal nor the address, so the getters create them on demand. */
function createCall(
  { input, data, config, key, isPlain, undoIds }: CallParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Call<never, never, never> {
  const { session } = request;
  return {
    ...input,
    data,
    config,
    key,
    get signal() {
      return createSignal(reply);
    },
    get address() {
      return plainAddress(request.ip);
    },
    get origin() {
      return `${request.protocol}://${request.host}`;
    },
    get session() {
      return requireSession(session);
    },
    get user() {
      return requireSession(session).user;
    },
    get actor() {
      return { ...createActor(requireSession(session), request, data, isPlain), undoable: undoIds };
    },
    scope: (day) => loadScope(data, requireSession(session).user, day),
  };
}

function createSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const abortIfUnfinished = () => {
    if (!raw.writableFinished) controller.abort(new Problem('BUSY'));
  };
  if (raw.destroyed) abortIfUnfinished();
  else raw.once('close', abortIfUnfinished);
  return controller.signal;
}

/** The header is sent only for a single operation. Undoing one of several would undo half of the call. */
function sendOperationHeader(reply: FastifyReply, [operation, ...otherOperations]: readonly number[]): void {
  if (operation !== undefined && otherOperations.length === 0) void reply.header('X-Operation-Id', operation);
}

function parseInput(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = problemDetails(result.error);
  throw new Problem('VALIDATION', { message: details[0]?.message, details });
}

function parseRequest(endpoint: Endpoint, request: FastifyRequest, isPlain: boolean) {
  const body = isPlain ? plainBody(endpoint.body, request.body) : request.body;
  return {
    params: parsePath(endpoint.params, request.params) as never,
    query: parseQuery(endpoint, request, isPlain) as never,
    body: parseInput(endpoint.body, body ?? {}) as never,
  };
}

const parseQuery = ({ query }: Endpoint, request: FastifyRequest, isPlain: boolean): unknown =>
  parseInput(query, isPlain ? plainQuery(query, request.query) : request.query);

/** An invalid path parameter answers 404, because no record can have it. */
function parsePath(schema: z.ZodType, params: unknown): unknown {
  const result = schema.safeParse(params);
  if (!result.success) throw notFound();
  return result.data;
}

function requireSession(session: Session | null): Session {
  if (!session) throw new Problem('UNAUTHENTICATED');
  return session;
}

function createActor(session: Session, request: FastifyRequest, data: Data, isPlain: boolean): Actor {
  const { user } = session;
  const undoSession = String(request.headers['x-session-id'] ?? '').slice(0, 100) || null;
  return {
    userId: user.id,
    name: user.name,
    role: user.role,
    undoSession,
    section: user.role === 'admin' ? user.section : null,
    requireStepUp: (db) => requireSessionStepUp(db, session, data.now(), isPlain),
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
  interface FastifyReply {
    contentRange: string | null;
  }
}

/** Adds the header after the compression, which skips answers with `Content-Range`. */
export function addContentRanges(app: FastifyInstance): void {
  app.decorateReply('contentRange', null);
  app.addHook('onRoute', (options) => {
    const addContentRange: onSendHookHandler = (_request, reply, payload, done) => {
      if (reply.contentRange !== null) void reply.header('Content-Range', reply.contentRange);
      done(null, payload);
    };
    // A hook of a route runs after those that plugins have added to the route before.
    options.onSend = [...[options.onSend ?? []].flat(), addContentRange];
  });
}

const bearerPattern = /^Bearer ([\w-]{20,200})$/;

/** A read call succeeds even if the database cannot be written. */
async function storeCallTime({ session, log }: FastifyRequest, data: Data): Promise<void> {
  if (!session) return;
  await touchSession(data, session).catch((error: unknown) =>
    log.warn({ err: error }, 'the time of a call was not stored'),
  );
}

async function requireAccess(
  endpoint: Endpoint,
  request: FastifyRequest,
  data: Data,
  limits: CallLimits,
): Promise<void> {
  if (endpoint.roles === 'public') return limits.countAddress(endpoint, addressGroup(request.ip));
  await loadSession(endpoint, request, data, (userId) => limits.countUser(endpoint, userId));
}

async function requireSameAccess(endpoint: Endpoint, request: FastifyRequest, data: Data): Promise<void> {
  if (endpoint.method !== 'GET') await loadSession(endpoint, request, data);
}

/** `X-User-*` headers never give access. A mismatch means that the page belongs to another user. */
async function loadSession(
  endpoint: Endpoint,
  request: FastifyRequest,
  data: Data,
  countCall: (userId: number) => void = () => undefined,
): Promise<void> {
  if (endpoint.roles === 'public') return;
  const token = bearerPattern.exec(request.headers.authorization ?? '')?.[1];
  const session = token ? await findSession(data, token, request.ip) : null;
  if (!session) throw new Problem('UNAUTHENTICATED');
  request.session = session;
  countCall(session.user.id);
  const sentUserId = request.headers['x-user-id'];
  if (sentUserId !== undefined && sentUserId !== String(session.user.id))
    throw new Problem('IDENTITY_MISMATCH');
  if (session.user.must_change_password && !endpoint.isOpenBeforePasswordChange)
    throw new Problem('MUST_CHANGE_PASSWORD');
  if (!endpoint.roles.includes(session.user.role))
    throw new Problem(endpoint.isHidden ? 'NOT_FOUND' : 'FORBIDDEN');
  if (endpoint.isInstituteWide && session.user.section !== null)
    throw endpoint.isHidden
      ? new Problem('NOT_FOUND')
      : new Problem('FORBIDDEN', { message: ruleMessages.notForOneSection });
}

import type { z } from 'zod';
import {
  type Endpoint,
  fillPath,
  idempotencyHeader,
  type Method,
  type ResponseOf,
  type Schema,
  takesIdempotencyKey,
} from '../../contract/endpoint';
import type { Problem } from '../../contract/errors';
import { ui } from '../i18n/ar/ui';
import { ApiProblem } from './ApiProblem';
import { isCacheable, noteServerAnswer, noteCachedAnswer } from './cachedReads';
import { type Answer, forgetLateAnswers, findLateAnswer, awaitLateAnswer, hasLateCalls } from './lateAnswers';
import { findOrCreateKey, newKey, noteDone, noteLost, noteSent, rebaseOverOwnWrites } from './lostWrites';
import { noteOperation } from './operations';
import { noteServerTime } from './serverClock';
import { currentSession, dropSession, type Session, undoSessionId, updateSession } from './session';
import { requestStepUp } from './stepUp';

type AnswerListener = (headers: Headers) => void;
let answerListener: AnswerListener | undefined;
let lastHeaders: Headers | undefined;

/** The listener gets the headers of each successful response, and of the last one before. */
export function setAnswerListener(listener: AnswerListener): void {
  answerListener = listener;
  if (lastHeaders) listener(lastHeaders);
}

function noteAnswer(headers: Headers): void {
  lastHeaders = headers;
  answerListener?.(headers);
}

/** Default: a path of the same origin. A proxy can forward it to another server. */
export const apiUrl = String(import.meta.env['VITE_API_URL'] ?? '/api').replace(/\/$/, '');

export interface Request {
  method: Method;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** `Idempotency-Key` of a queued write. Other writes get a new key. */
  key?: string;
  isFile?: boolean;
}

const signInPath = '/auth/login';

/** The pages of these calls ask for the password themselves. */
const isGuardedPath = (path: string) => path.startsWith('/cleanup');

/** Repeats the call after a step-up. Rejects with an ApiProblem or an AbortError. */
export async function apiCall(request: Request): Promise<Answer> {
  const token = currentSession()?.token;
  try {
    return await send(request);
  } catch (problem) {
    const needsPassword =
      problem instanceof ApiProblem && problem.code === 'STEP_UP_REQUIRED' && !isGuardedPath(request.path);
    // Another user may have signed in from another tab during the step-up.
    if (!needsPassword || !(await requestStepUp()) || token !== currentSession()?.token) throw problem;
    return send(request);
  }
}

const isKeyed = ({ method, path, headers, isFile = false }: Request) =>
  takesIdempotencyKey({ method, path: path.replace(/\?.*$/s, ''), isFile }) &&
  !(headers && idempotencyHeader in headers);

const isUnavailable = (status: number) => status === 502 || status === 503 || status === 504;

const isUnanswered = ({ code, status }: ApiProblem) =>
  code === 'NETWORK' || code === 'IN_PROGRESS' || isUnavailable(status);

/** A retry gets the stored response. A write that is stale through the user's own lost write is rebased. */
async function send(request: Request, isRebased = false): Promise<Answer> {
  if (isCacheable(request.method, request.path)) return callOrReadCache(request);
  if (!isKeyed(request)) return callServer(request);
  const { method, path, body } = request;
  const session = currentSession();
  const write = { person: session?.user.id ?? null, method, path, body };
  const key = request.key ?? findOrCreateKey(write);
  const endInFlight = noteSent(write, key);
  try {
    const answer = await callServer({
      ...request,
      headers: { ...request.headers, [idempotencyHeader]: key },
    });
    noteDone(write);
    return answer;
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || isUnanswered(problem)) noteLost(write, key);
    else if (problem.code === 'STALE' && !isRebased && session?.token === currentSession()?.token) {
      const rebased = rebaseOverOwnWrites(write, problem.body['current']);
      // oxlint-disable-next-line typescript/return-await -- this write ends before the next begins
      if (rebased !== null) return send({ ...request, key: newKey(), body: rebased }, true);
    }
    throw problem;
  } finally {
    endInFlight();
  }
}

const loadAnswerCache = () => import('./answerCache');

/** After this time the cached response is shown. */
const maxServerWaitMs = 3_000;
/** The same while another call is late. Otherwise calls that depend on each other would add up their times. */
const shortServerWaitMs = 500;
const waitUntilLate = () =>
  new Promise<'late'>((resolve) =>
    setTimeout(() => resolve('late'), hasLateCalls() ? shortServerWaitMs : maxServerWaitMs),
  );

/** Caches the response. If the server is down or slow, it returns the cached response. */
async function callOrReadCache(request: Request): Promise<Answer> {
  const session = currentSession();
  if (!session) return callServer(request);
  const { path } = request;
  const late = findLateAnswer(session, path);
  if (late) return late;
  // No screen ends its calls. A call that hangs would keep the screens on cached responses.
  const limit = { signal: AbortSignal.timeout(answerTimeoutMs) };
  const serverAnswer = callServer({ ...limit, ...request }).then((answer) => {
    const cached = { json: answer.json, contentRange: answer.headers.get('Content-Range') };
    void loadAnswerCache().then(
      ({ cacheAnswer }) => cacheAnswer(session, path, cached),
      () => undefined,
    );
    return answer;
  });
  try {
    if ((await Promise.race([serverAnswer, waitUntilLate()])) === 'late') {
      const cached = await readCache(session, path);
      if (cached) {
        void awaitLateAnswer(session, path, serverAnswer).then(
          (hasArrived) => hasArrived && noteServerAnswer(Infinity),
        );
        return cached;
      }
    }
    return await serverAnswer;
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || !(problem.code === 'NETWORK' || isUnavailable(problem.status)))
      throw problem;
    const cached = await readCache(session, path);
    if (!cached) throw problem;
    return cached;
  }
}

async function readCache(session: Session, path: string): Promise<Answer | null> {
  const cache = await loadAnswerCache().catch(() => null);
  const cached = await cache?.readCachedAnswer(session, path);
  if (!cached || session.token !== currentSession()?.token) return null;
  noteCachedAnswer(cached.at);
  const headers = new Headers(cached.contentRange ? { 'Content-Range': cached.contentRange } : {});
  return { status: 200, headers, json: cached.json };
}

/** A queued write blocks later writes, so it is retried after this time. Cached reads also end then. */
export const answerTimeoutMs = 60_000;

async function callServer({ method, path, body, headers, signal, key, isFile }: Request): Promise<Answer> {
  const session = currentSession();
  const requestedAt = Date.now();
  const timeout = signal ?? (key === undefined ? undefined : AbortSignal.timeout(answerTimeoutMs));
  const response = await fetchAnswer(path, {
    method,
    headers: {
      Accept: 'application/json',
      ...userHeaders(session),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(timeout ? { signal: timeout } : {}),
  });
  if (response.ok) noteAnswer(response.headers);
  if (response.ok && isFile)
    return { status: response.status, headers: response.headers, json: null, file: await readFile(response) };
  const json = await readJson(response);
  if (!isUnavailable(response.status)) noteServerAnswer(requestedAt);
  if (response.ok && method !== 'GET') {
    noteOperation(json, response.headers);
    forgetLateAnswers();
  }
  if (response.ok) return { status: response.status, headers: response.headers, json };

  const problem = new ApiProblem(
    response.status,
    ui.unexpected,
    json as Partial<Problem> | null,
    undefined,
    parseRetryAfter(response.headers.get('Retry-After')),
  );
  // A late response to an ended session must not change the current session.
  if (session?.token === currentSession()?.token) {
    if (response.status === 401 && path !== signInPath) dropSession('expired');
    if (problem.code === 'MUST_CHANGE_PASSWORD') updateSession({ must_change_password: true });
  }
  throw problem;
}

const parseRetryAfter = (header: string | null): number | null =>
  header && /^\d{1,5}$/.test(header) ? Number(header) : null;

async function fetchAnswer(path: string, init: RequestInit): Promise<Response> {
  const requestedAt = Date.now();
  try {
    const response = await fetch(`${apiUrl}${path}`, init);
    noteServerTime(response.headers.get('Date'), requestedAt, Date.now());
    return response;
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'AbortError') throw failure;
    throw new ApiProblem(0, ui.offline, null, 'NETWORK');
  }
}

/** A broken connection becomes a NETWORK problem. */
async function readFile(response: Response): Promise<Blob> {
  try {
    return await response.blob();
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'AbortError') throw failure;
    throw new ApiProblem(0, ui.offline, null, 'NETWORK');
  }
}

/** Null for an empty body. A success that is not JSON comes from a proxy, and becomes a NETWORK problem. */
async function readJson(response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    return text === '' ? null : JSON.parse(text);
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'AbortError') throw failure;
    if (response.ok) throw new ApiProblem(0, ui.offline, null, 'NETWORK');
    return null;
  }
}

function userHeaders(session: Session | null): Record<string, string> {
  if (!session) return {};
  return {
    Authorization: `Bearer ${session.token}`,
    'X-User-Id': String(session.user.id),
    'X-User-Name': encodeURIComponent(session.user.name),
    'X-User-Role': session.user.role,
    'X-Session-Id': undoSessionId() ?? '',
  };
}

export const workerFile = '/worker.js';

/** True if the server was reset to a version without a service worker. */
export async function lacksWorker(): Promise<boolean> {
  const isServed = async (path: string, type: RegExp) => {
    const { status, headers } = await fetch(path, { cache: 'no-store' });
    if (status !== 200 && status !== 404) throw new Error(`${path} was answered with ${status}.`);
    return status === 200 && type.test(headers.get('Content-Type') ?? '');
  };
  try {
    return !(await isServed(workerFile, /javascript/)) && (await isServed(`${apiUrl}/health`, /json/));
  } catch {
    return false;
  }
}

const mainScript = /<script type="module"[^>]* src="(\/assets\/[^"]+)"/;
/** A server that hangs must not delay the message about it. */
const maxPageWaitMs = 5_000;

/** The main script of the version that the server has now. Null without an answer. */
export async function fetchMainScript(): Promise<string | null> {
  try {
    const page = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(maxPageWaitMs) });
    return page.ok ? (mainScript.exec(await page.text())?.[1] ?? null) : null;
  } catch {
    return null;
  }
}

interface CallInput<E> {
  params?: E extends Endpoint<infer P, Schema, Schema, Schema> ? z.input<P> : never;
  query?: E extends Endpoint<Schema, infer Q, Schema, Schema> ? z.input<Q> : never;
  body?: E extends Endpoint<Schema, Schema, infer B, Schema> ? z.input<B> : never;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  key?: string;
}

export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<ResponseOf<E>> {
  const { params, query, body, headers, signal, key } = input;
  const path = fillPath(endpoint.path, params ?? {});
  const { json } = await apiCall({
    method: endpoint.method,
    path: `${path}${formatQuery(query)}`,
    body,
    ...(headers ? { headers } : {}),
    ...(signal ? { signal } : {}),
    ...(key === undefined ? {} : { key }),
  });
  return json as ResponseOf<E>;
}

export function formatQuery(query: unknown): string {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  );
  if (entries.length === 0) return '';
  return `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}

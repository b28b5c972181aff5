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
import { isKept, noteAnswered, noteKept } from './kept';
import { type Answer, forgetLateAnswers, lateAnswer, noteLate } from './lateAnswers';
import { keyOfWrite, newKey, noteDone, noteLost, noteSent, retryOverOwnWrites } from './lostWrites';
import { noteOperation } from './operations';
import { noteServerTime } from './serverClock';
import { currentSession, dropSession, type Session, undoSessionId, updateSession } from './session';
import { isSteppedUp } from './stepUp';

/** A path on the origin that serves the screens; another server is reached through its proxy. */
export const apiUrl = String(import.meta.env['VITE_API_URL'] ?? '/api').replace(/\/$/, '');

export interface Request {
  method: Method;
  /** After `apiUrl`, with its query. */
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The `Idempotency-Key` of a write that waited; without one it gets its own. */
  key?: string;
  /** Whether a successful answer is a file. */
  isFile?: boolean;
}

const signInPath = '/auth/login';

/** These pages ask for the password themselves. */
const isGuardedPage = (path: string) => path.startsWith('/cleanup');

/**
 * Every call to the server. Fails only with an ApiProblem or an AbortError. If the server requires the password again,
 * asks the person and repeats the call.
 */
export async function apiCall(request: Request): Promise<Answer> {
  const token = currentSession()?.token;
  try {
    return await send(request);
  } catch (problem) {
    const isAsked =
      problem instanceof ApiProblem && problem.code === 'STEP_UP_REQUIRED' && !isGuardedPage(request.path);
    // Not if another person has signed in meanwhile in another tab.
    if (!isAsked || !(await isSteppedUp()) || token !== currentSession()?.token) throw problem;
    return send(request);
  }
}

const isKeyed = ({ method, path, headers, isFile = false }: Request) =>
  takesIdempotencyKey({ method, path: path.replace(/\?.*$/s, ''), isFile }) &&
  !(headers && idempotencyHeader in headers);

/** No answer of the server, or that of a gateway in front of it; a server that is too busy answers so too. */
const isAway = (status: number) => status === 502 || status === 503 || status === 504;

/** The server has not answered, or the first attempt is still in progress. */
const isUnanswered = ({ code, status }: ApiProblem) =>
  code === 'NETWORK' || code === 'IN_PROGRESS' || isAway(status);

/**
 * A write that is sent again after a lost answer gets the answer of the first attempt. A write that is stale only because
 * of the person's own lost write is sent again with the new version.
 */
async function send(request: Request, isRebased = false): Promise<Answer> {
  if (isKept(request.method, request.path)) return callOrKept(request);
  if (!isKeyed(request)) return callServer(request);
  const { method, path, body } = request;
  const session = currentSession();
  const write = { person: session?.user.id ?? null, method, path, body };
  const key = request.key ?? keyOfWrite(write);
  const isOver = noteSent(write, key);
  try {
    const answer = await callServer({
      ...request,
      headers: { ...request.headers, [idempotencyHeader]: key },
    });
    noteDone(write);
    return answer;
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || isUnanswered(problem)) noteLost(write, key);
    // Not as another person who has signed in meanwhile.
    else if (problem.code === 'STALE' && !isRebased && session?.token === currentSession()?.token) {
      const rebased = retryOverOwnWrites(write, problem.body['current']);
      // oxlint-disable-next-line typescript/return-await -- this one is over when the next begins
      if (rebased !== null) return send({ ...request, key: newKey(), body: rebased }, true);
    }
    throw problem;
  } finally {
    isOver();
  }
}

/** Its code comes with the first answer that is kept. */
const keptStore = () => import('./keptStore');

/** How long the server is waited for before what is kept is shown. */
const patienceMs = 6_000;
const patience = () => new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), patienceMs));

/** Keeps the answer on the device; without an answer of the server, or until it comes, the kept one. */
async function callOrKept(request: Request): Promise<Answer> {
  const session = currentSession();
  if (!session) return callServer(request);
  const { path } = request;
  const late = lateAnswer(session, path);
  if (late) return late;
  const answering = callServer(request).then((answer) => {
    const kept = { json: answer.json, contentRange: answer.headers.get('Content-Range') };
    void keptStore().then(
      ({ keepAnswer }) => keepAnswer(session, path, kept),
      () => undefined,
    );
    return answer;
  });
  try {
    if ((await Promise.race([answering, patience()])) === 'late') {
      const kept = await readKept(session, path);
      if (kept) {
        void noteLate(session, path, answering).then((hasCome) => hasCome && noteAnswered(Infinity));
        return kept;
      }
    }
    return await answering;
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || !(problem.code === 'NETWORK' || isAway(problem.status)))
      throw problem;
    const kept = await readKept(session, path);
    if (!kept) throw problem;
    return kept;
  }
}

/** What the device has kept of a call, in place of an answer; null if there is nothing. */
async function readKept(session: Session, path: string): Promise<Answer | null> {
  const store = await keptStore().catch(() => null);
  const kept = await store?.keptAnswer(session, path);
  if (!kept || session.token !== currentSession()?.token) return null;
  noteKept(kept.at);
  const headers = new Headers(kept.contentRange ? { 'Content-Range': kept.contentRange } : {});
  return { status: 200, headers, json: kept.json };
}

/** What waits on the device holds back what is behind it: without an answer it is sent again after this time. */
export const sentAgainMs = 60_000;

/** The only use of the network. */
async function callServer({ method, path, body, headers, signal, key, isFile }: Request): Promise<Answer> {
  const session = currentSession();
  const askedAt = Date.now();
  const until = signal ?? (key === undefined ? undefined : AbortSignal.timeout(sentAgainMs));
  const response = await fetchAnswer(path, {
    method,
    headers: {
      Accept: 'application/json',
      ...personHeaders(session),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(until ? { signal: until } : {}),
  });
  if (response.ok && isFile)
    return { status: response.status, headers: response.headers, json: null, file: await readFile(response) };
  const json = await readJson(response);
  if (!isAway(response.status)) noteAnswered(askedAt);
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
    secondsIn(response.headers.get('Retry-After')),
  );
  // A late answer to an ended session does not concern the current one.
  if (session?.token === currentSession()?.token) {
    if (response.status === 401 && path !== signInPath) dropSession('expired');
    if (problem.code === 'MUST_CHANGE_PASSWORD') updateSession({ must_change_password: true });
  }
  throw problem;
}

/** The seconds of `Retry-After`; null for a date, which a proxy may send instead. */
const secondsIn = (header: string | null): number | null =>
  header && /^\d{1,5}$/.test(header) ? Number(header) : null;

async function fetchAnswer(path: string, init: RequestInit): Promise<Response> {
  const askedAt = Date.now();
  try {
    const response = await fetch(`${apiUrl}${path}`, init);
    noteServerTime(response.headers.get('Date'), askedAt, Date.now());
    return response;
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'AbortError') throw failure;
    throw new ApiProblem(0, ui.offline, null, 'NETWORK');
  }
}

/** Fails as a lost network if the connection breaks in the middle of a file. */
async function readFile(response: Response): Promise<Blob> {
  try {
    return await response.blob();
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'AbortError') throw failure;
    throw new ApiProblem(0, ui.offline, null, 'NETWORK');
  }
}

/** The body as JSON; null for none. If a success is not JSON, it is a proxy's page: fails as a lost network. */
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

function personHeaders(session: Session | null): Record<string, string> {
  if (!session) return {};
  return {
    Authorization: `Bearer ${session.token}`,
    'X-User-Id': String(session.user.id),
    'X-User-Name': encodeURIComponent(session.user.name),
    'X-User-Role': session.user.role,
    'X-Session-Id': undoSessionId() ?? '',
  };
}

/** The service worker of the installed app. */
export const workerFile = '/worker.js';

/**
 * Whether the server answers and has no worker, so that it serves a version from before there was one: it sends the page
 * in its place, or that it is missing. False if that is not known.
 */
export async function lacksWorker(): Promise<boolean> {
  const has = async (path: string, type: RegExp) => {
    const { status, headers } = await fetch(path, { cache: 'no-store' });
    if (status !== 200 && status !== 404) throw new Error(`${path} was answered with ${status}.`);
    return status === 200 && type.test(headers.get('Content-Type') ?? '');
  };
  try {
    return !(await has(workerFile, /javascript/)) && (await has(`${apiUrl}/health`, /json/));
  } catch {
    return false;
  }
}

interface CallInput<E> {
  params?: E extends Endpoint<infer P, Schema, Schema, Schema> ? z.input<P> : never;
  query?: E extends Endpoint<Schema, infer Q, Schema, Schema> ? z.input<Q> : never;
  body?: E extends Endpoint<Schema, Schema, infer B, Schema> ? z.input<B> : never;
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
  const path = fillPath(endpoint.path, params ?? {});
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

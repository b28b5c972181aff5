import { keyHeader, type Method, takesKey } from '../../contract/endpoint';
import type { Problem } from '../../contract/errors';
import { ui } from '../i18n/ar/ui';
import { ApiProblem } from './ApiProblem';
import { noteOperation } from './lastOperation';
import { keyOfWrite, noteDone, noteLost, noteSent, retryOverOwnWrites } from './lostWrites';
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
  /** Whether a successful answer is a file. */
  isFile?: boolean;
}

export interface Answer {
  status: number;
  headers: Headers;
  json: unknown;
  file?: Blob;
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
  takesKey({ method, path: path.replace(/\?.*$/s, ''), isFile }) && !(headers && keyHeader in headers);

/** No answer of the server, only of a gateway; or the first attempt is still in progress. */
const isUnanswered = ({ code, status }: ApiProblem) =>
  code === 'NETWORK' || code === 'IN_PROGRESS' || status === 502 || status === 503 || status === 504;

/**
 * A write that is sent again after a lost answer gets the answer of the first attempt. A write that is stale only because
 * of the person's own lost write is sent again with the new version.
 */
async function send(request: Request, isRebased = false): Promise<Answer> {
  if (!isKeyed(request)) return callServer(request);
  const { method, path, body } = request;
  const write = { person: currentSession()?.user.id ?? null, method, path, body };
  const key = keyOfWrite(write);
  const isOver = noteSent(write, key);
  try {
    const answer = await callServer({ ...request, headers: { ...request.headers, [keyHeader]: key } });
    noteDone(write);
    return answer;
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || isUnanswered(problem)) noteLost(write, key);
    else if (problem.code === 'STALE' && !isRebased) {
      const rebased = retryOverOwnWrites(write, problem.body['current']);
      // oxlint-disable-next-line typescript/return-await -- this one is over when the next begins
      if (rebased !== null) return send({ ...request, body: rebased }, true);
    }
    throw problem;
  } finally {
    isOver();
  }
}

/** The only use of the network. */
async function callServer({ method, path, body, headers, signal, isFile }: Request): Promise<Answer> {
  const session = currentSession();
  const response = await fetchAnswer(path, {
    method,
    headers: {
      Accept: 'application/json',
      ...personHeaders(session),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  if (response.ok && isFile)
    return { status: response.status, headers: response.headers, json: null, file: await readFile(response) };
  const json = await readJson(response);
  if (response.ok && method !== 'GET') noteOperation(response.headers);
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

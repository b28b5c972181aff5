import type { ErrorCode, Problem, ProblemDetail } from '../../contract/errors';

export type ProblemCode = ErrorCode | 'NETWORK' | 'UNKNOWN';

/** A failed call. `message` is Arabic. The shape equals react-admin's HttpError. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly body: Partial<Problem> & { errors?: Record<string, string> };
  readonly code: ProblemCode;
  readonly details: readonly ProblemDetail[];
  readonly serverMessage: string | null;

  /** Seconds of the header `Retry-After`. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    fallback: string,
    answer: Partial<Problem> | null,
    code?: ProblemCode,
    retryAfter: number | null = null,
  ) {
    const serverMessage = typeof answer?.error === 'string' && answer.error !== '' ? answer.error : null;
    const details = Array.isArray(answer?.details) ? answer.details : [];
    super(serverMessage ?? fallback);
    this.name = 'ApiProblem';
    this.status = status;
    this.body = { ...answer, ...fieldErrors(details) };
    this.code = code ?? ((answer?.code as ErrorCode | undefined) || 'UNKNOWN');
    this.details = details;
    this.serverMessage = serverMessage;
    this.retryAfter = retryAfter;
  }

  get isUnsupportedCall(): boolean {
    return this.status === 404 || this.status === 405;
  }
}

export const isNotFound = (problem: unknown): boolean =>
  problem instanceof ApiProblem && problem.status === 404;

const readStaleCurrent = (problem: unknown): unknown =>
  problem instanceof ApiProblem && problem.code === 'STALE' ? problem.body['current'] : undefined;

/** The stored record of a STALE problem. Null for other problems. */
export function storedRecord(problem: unknown): Record<string, unknown> | null {
  const stored = readStaleCurrent(problem);
  const first: unknown = Array.isArray(stored) ? stored[0] : stored;
  return typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : null;
}

export function storedRows<Row>(problem: unknown): Row[] | null {
  const stored = readStaleCurrent(problem);
  return Array.isArray(stored) ? (stored as Row[]) : null;
}

/** react-admin shows these errors at the fields of a form. */
function fieldErrors(details: readonly ProblemDetail[]) {
  const detailsWithPath = details.filter(({ path }) => path !== '');
  if (detailsWithPath.length === 0) return {};
  return { errors: Object.fromEntries(detailsWithPath.map(({ path, message }) => [path, message])) };
}

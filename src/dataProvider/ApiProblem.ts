import type { ErrorCode, Problem, ProblemDetail } from '../../contract/errors';

/** `NETWORK`: no answer came. `UNKNOWN`: an answer without a code, from another server. */
export type ProblemCode = ErrorCode | 'NETWORK' | 'UNKNOWN';

/**
 * An answer that is not a success, or no answer. `message` is an Arabic sentence for the person. It has the shape of
 * react-admin's HttpError, without loading react-admin before the sign-in needs it.
 */
export class ApiProblem extends Error {
  readonly status: number;
  readonly body: Partial<Problem> & { errors?: Record<string, string> };
  readonly code: ProblemCode;
  readonly details: readonly ProblemDetail[];
  /** The server's own sentence, from `error`; null if it sent none. */
  readonly sentence: string | null;

  /** Seconds to wait before another attempt (`Retry-After`); null if the server did not say. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    fallback: string,
    answer: Partial<Problem> | null,
    code?: ProblemCode,
    retryAfter: number | null = null,
  ) {
    const sentence = typeof answer?.error === 'string' && answer.error !== '' ? answer.error : null;
    const details = Array.isArray(answer?.details) ? answer.details : [];
    super(sentence ?? fallback);
    this.name = 'ApiProblem';
    this.status = status;
    this.body = { ...answer, ...fieldErrors(details) };
    this.code = code ?? ((answer?.code as ErrorCode | undefined) || 'UNKNOWN');
    this.details = details;
    this.sentence = sentence;
    this.retryAfter = retryAfter;
  }

  /** True if this server does not have the call. */
  get isMissingCall(): boolean {
    return this.status === 404 || this.status === 405;
  }
}

export const isNotFound = (problem: unknown): boolean =>
  problem instanceof ApiProblem && problem.status === 404;

/** `current` of a STALE problem: what is stored now; undefined for any other problem. */
const storedNow = (problem: unknown): unknown =>
  problem instanceof ApiProblem && problem.code === 'STALE' ? problem.body['current'] : undefined;

/** The record as it is stored now, from a STALE problem; null for any other problem. */
export function storedRecord(problem: unknown): Record<string, unknown> | null {
  const stored = storedNow(problem);
  const first: unknown = Array.isArray(stored) ? stored[0] : stored;
  return typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : null;
}

/** The stale rows as they are stored now, from a STALE problem; null for any other problem. */
export function storedRows<Row>(problem: unknown): Row[] | null {
  const stored = storedNow(problem);
  return Array.isArray(stored) ? (stored as Row[]) : null;
}

/** react-admin shows `errors` beside the fields of a form. */
function fieldErrors(details: readonly ProblemDetail[]) {
  const named = details.filter(({ path }) => path !== '');
  if (named.length === 0) return {};
  return { errors: Object.fromEntries(named.map(({ path, message }) => [path, message])) };
}

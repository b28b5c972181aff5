import { ApiProblem } from '../../dataProvider/ApiProblem';

/** The server's message, or the fallback. A network failure has its own message. */
export function problemMessage(problem: unknown, fallback: string): string {
  if (!(problem instanceof ApiProblem)) return fallback;
  if (problem.code === 'NETWORK') return problem.message;
  return problem.serverMessage ?? fallback;
}

/** Prefers the message of the first field in `details`. */
export const detailMessage = (problem: unknown, fallback: string): string =>
  (problem instanceof ApiProblem ? problem.details[0]?.message : undefined) ??
  problemMessage(problem, fallback);

import { ApiProblem } from '../../dataProvider/ApiProblem';

/** The server's message for a failure, else the fallback. A lost network has its own message. */
export function problemMessage(problem: unknown, fallback: string): string {
  if (!(problem instanceof ApiProblem)) return fallback;
  if (problem.code === 'NETWORK') return problem.message;
  return problem.serverMessage ?? fallback;
}

/** The message of the first field in `details`, else `problemMessage`. */
export const detailMessage = (problem: unknown, fallback: string): string =>
  (problem instanceof ApiProblem ? problem.details[0]?.message : undefined) ??
  problemMessage(problem, fallback);

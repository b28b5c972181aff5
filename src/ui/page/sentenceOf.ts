import { ApiProblem } from '../../dataProvider/ApiProblem';

/** The server's sentence for a failure, else the fallback. A lost network has its own sentence. */
export function sentenceOf(problem: unknown, fallback: string): string {
  if (!(problem instanceof ApiProblem)) return fallback;
  if (problem.code === 'NETWORK') return problem.message;
  return problem.serverMessage ?? fallback;
}

/** The same, but first the sentence of the first field in `details`, if there is one. */
export const detailSentence = (problem: unknown, fallback: string): string =>
  (problem instanceof ApiProblem ? problem.details[0]?.message : undefined) ?? sentenceOf(problem, fallback);

import { ApiProblem } from '../../dataProvider/ApiProblem';

/** What the server says of a failure, else the fallback of the screen. A lost network has its own sentence. */
export function sentenceOf(problem: unknown, fallback: string): string {
  if (!(problem instanceof ApiProblem)) return fallback;
  if (problem.code === 'NETWORK') return problem.message;
  return problem.sentence ?? fallback;
}

/** The same, of the first field that the server names where it names one. */
export const detailSentence = (problem: unknown, fallback: string): string =>
  (problem instanceof ApiProblem ? problem.details[0]?.message : undefined) ?? sentenceOf(problem, fallback);

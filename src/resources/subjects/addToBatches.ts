import type { Batch } from '../../../contract/batches';
import { baseOf } from '../../../contract/rules/subjectCode';
import { ApiProblem } from '../../dataProvider/ApiProblem';

type NamedBatch = Pick<Batch, 'id' | 'batch_name'>;

export interface FailedBatch {
  batch: NamedBatch;
  problem: unknown;
}

/** What became of each batch. */
export interface Outcome {
  added: NamedBatch[];
  failed: FailedBatch[];
}

/**
 * One call for each batch, one after the other. A refusal that concerns one batch leaves the next ones their turn;
 * one that would meet them all ends it, and counts for them too. Never fails.
 */
export async function addToBatches<B extends NamedBatch>(
  batches: readonly B[],
  add: (batch: B) => Promise<unknown>,
  onProgress: (done: number) => void = () => undefined,
): Promise<Outcome> {
  const outcome: Outcome = { added: [], failed: [] };
  for (const [index, batch] of batches.entries()) {
    onProgress(index);
    try {
      await add(batch);
      outcome.added.push(batch);
    } catch (problem) {
      const met = concernsAll(problem) ? batches.slice(index) : [batch];
      for (const unlucky of met) outcome.failed.push({ batch: unlucky, problem });
      if (met.length > 1) break;
    }
  }
  return outcome;
}

const endsAll = new Set([0, 401, 403, 429, 507]);

function concernsAll(problem: unknown): boolean {
  if (!(problem instanceof ApiProblem)) return false;
  if (endsAll.has(problem.status) || suggestedBase(problem) !== null) return true;
  return problem.status === 422 && !problem.details.some(({ path }) => path.startsWith('batch_'));
}

/** The free base that a server names when the one sent is another subject's; null when it names none. */
export function suggestedBase(problem: unknown): string | null {
  const suggested = problem instanceof ApiProblem ? problem.body['suggested_code'] : null;
  return typeof suggested === 'string' && suggested !== '' ? baseOf(suggested) : null;
}

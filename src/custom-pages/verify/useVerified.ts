import { useEffect, useState } from 'react';
import { papersApi, type Verified } from '../../../contract/papers';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { call } from '../../dataProvider/call';
import type { Asked } from './asked';

export type Check =
  | { state: 'reading' }
  | { state: 'known'; paper: Verified }
  | { state: 'unknown' }
  | { state: 'failed'; sentence: string | null };

/** What the server knows of a paper; another object asks again, also for the same one. Null: nothing is asked. */
export function useVerified(asked: Asked | null): Check | null {
  const [answer, setAnswer] = useState<{ to: Asked; check: Check } | null>(null);
  useEffect(() => {
    if (!asked) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const paper =
      'code' in asked
        ? call(papersApi.verify, { params: asked, signal })
        : call(papersApi.verifyNumber, { params: asked, signal });
    paper.then(
      (known) => setAnswer({ to: asked, check: { state: 'known', paper: known } }),
      (problem: unknown) => {
        if (!signal.aborted) setAnswer({ to: asked, check: failureOf(problem) });
      },
    );
    return () => leaving.abort();
  }, [asked]);
  if (!asked) return null;
  return answer?.to === asked ? answer.check : { state: 'reading' };
}

function failureOf(problem: unknown): Check {
  if (!(problem instanceof ApiProblem)) return { state: 'failed', sentence: null };
  return problem.status === 404 ? { state: 'unknown' } : { state: 'failed', sentence: problem.message };
}

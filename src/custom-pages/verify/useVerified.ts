import { useCallback, useEffect, useState } from 'react';
import { papersApi, type Verified } from '../../../contract/papers';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { call } from '../../dataProvider/call';

export type Check =
  | { state: 'reading' }
  | { state: 'known'; paper: Verified }
  | { state: 'unknown' }
  | { state: 'failed'; sentence: string | null };

/** What the server knows of a code. */
export function useVerified(code: string): { check: Check; retry: () => void } {
  const [check, setCheck] = useState<Check>({ state: 'reading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    call(papersApi.verify, { params: { code }, signal: leaving.signal }).then(
      (paper) => setCheck({ state: 'known', paper }),
      (problem: unknown) => {
        if (!leaving.signal.aborted) setCheck(failureOf(problem));
      },
    );
    return () => leaving.abort();
  }, [code, attempt]);
  const retry = useCallback(() => {
    setCheck({ state: 'reading' });
    setAttempt((before) => before + 1);
  }, []);
  return { check, retry };
}

function failureOf(problem: unknown): Check {
  if (!(problem instanceof ApiProblem)) return { state: 'failed', sentence: null };
  return problem.status === 404 ? { state: 'unknown' } : { state: 'failed', sentence: problem.message };
}

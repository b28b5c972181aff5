import { useEffect, useState } from 'react';
import { papersApi, type Verified } from '../../../contract/papers';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { call } from '../../dataProvider/call';
import { verify as say } from '../../i18n/ar/verify';
import type { Asked } from './asked';
import { Paper } from './Paper';
import './verify.css';
import { VerifyForm } from './VerifyForm';

/** What an issued paper said, for whoever holds it; no sign-in, nothing of the product but this. */
export default function VerifyPage({ asked: inAddress }: { asked: Asked | null }) {
  const [asked, setAsked] = useState(inAddress);
  const check = useVerified(asked);
  const isByCode = asked !== null && 'code' in asked;
  return (
    <main className="verify">
      <title>{`${say.title} · ${say.product}`}</title>
      <div className="verify__card">
        <p className="verify__brand">{say.product}</p>
        <h1>{say.title}</h1>
        {!isByCode && <VerifyForm typed={asked} onAsk={setAsked} />}
        {check && (
          <Answer check={check} isByCode={isByCode} onRetry={() => setAsked(asked && { ...asked })} />
        )}
        <p className="verify__links">
          {isByCode && <a href="/verify">{say.byNumber}</a>}
          <a href="/">{say.toProduct}</a>
        </p>
      </div>
    </main>
  );
}

function Answer({ check, isByCode, onRetry }: { check: Check; isByCode: boolean; onRetry: () => void }) {
  switch (check.state) {
    case 'reading':
      return <p role="status">{say.reading}</p>;
    case 'known':
      return <Paper paper={check.paper} />;
    case 'unknown':
      return (
        <div className="verify__state verify__state--withdrawn" role="alert">
          <h2>{isByCode ? say.unknown : say.unknownNumber}</h2>
          <p>{isByCode ? say.unknownText : say.unknownNumberText}</p>
        </div>
      );
    case 'failed':
      return (
        <div role="alert">
          <h2>{say.failed}</h2>
          {check.sentence && <p>{check.sentence}</p>}
          <button type="button" className="verify__button" onClick={onRetry}>
            {say.tryAgain}
          </button>
        </div>
      );
  }
}

type Check =
  | { state: 'reading' }
  | { state: 'known'; paper: Verified }
  | { state: 'unknown' }
  | { state: 'failed'; sentence: string | null };

/** What the server knows of a paper; another object asks again, also for the same one. Null: nothing is asked. */
function useVerified(asked: Asked | null): Check | null {
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

import { useState } from 'react';
import { verify as say } from '../../i18n/ar/verify';
import './verify.css';
import type { Asked } from './asked';
import { Paper } from './Paper';
import { type Check, useVerified } from './useVerified';
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

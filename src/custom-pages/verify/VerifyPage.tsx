import './verify.css';
import { verify as say } from '../../i18n/ar/verify';
import { Paper } from './Paper';
import { useVerified } from './useVerified';

/** What an issued paper said, for whoever holds it; no sign-in, nothing of the product but this. */
export default function VerifyPage({ code }: { code: string }) {
  const { check, retry } = useVerified(code);
  return (
    <main className="verify">
      <title>{`${say.title} · ${say.product}`}</title>
      <div className="verify__card">
        <p className="verify__brand">{say.product}</p>
        <h1>{say.title}</h1>
        {check.state === 'reading' && <p role="status">{say.reading}</p>}
        {check.state === 'known' && <Paper paper={check.paper} />}
        {check.state === 'unknown' && (
          <div className="verify__state verify__state--withdrawn" role="alert">
            <h2>{say.unknown}</h2>
            <p>{say.unknownText}</p>
          </div>
        )}
        {check.state === 'failed' && (
          <div role="alert">
            <h2>{say.failed}</h2>
            {check.sentence && <p>{check.sentence}</p>}
            <button type="button" className="verify__retry" onClick={retry}>
              {say.tryAgain}
            </button>
          </div>
        )}
      </div>
    </main>
  );
}

import { type FormEvent, useEffect, useId, useState } from 'react';
import { papersApi, type Verification } from '../../../contract/reports/papers';
import { parsePaperCheck, parsePaperNumber } from '../../../contract/rules/paperCheck';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { call } from '../../dataProvider/apiCall';
import { verify as say } from '../../i18n/ar/verify';
import { Paper } from './Paper';
import './verify.css';

/** How a paper is found: by the code in its QR, or by its number and check. */
export type PaperKey = { code: string } | { number: string; check: string };

/** Shows what an issued paper said, to anybody who has it; without sign-in and without the rest of the product. */
export default function VerifyPage({ paperKey: inAddress }: { paperKey: PaperKey | null }) {
  const [paperKey, setPaperKey] = useState(inAddress);
  const check = useVerified(paperKey);
  const isByCode = paperKey !== null && 'code' in paperKey;
  return (
    <main className="verify">
      <title>{`${say.title} · ${say.product}`}</title>
      <div className="verify__card">
        <p className="verify__brand">{say.product}</p>
        <h1>{say.title}</h1>
        {!isByCode && <VerifyForm typed={paperKey} onAsk={setPaperKey} />}
        {check && (
          <Answer
            check={check}
            isByCode={isByCode}
            onRetry={() => setPaperKey(paperKey && { ...paperKey })}
          />
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
  | { state: 'known'; paper: Verification }
  | { state: 'unknown' }
  | { state: 'failed'; sentence: string | null };

/** The result for a paper; a new object asks the server again, also for the same paper. Null: no paper was named. */
function useVerified(paperKey: PaperKey | null): Check | null {
  const [answer, setAnswer] = useState<{ to: PaperKey; check: Check } | null>(null);
  useEffect(() => {
    if (!paperKey) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const paper =
      'code' in paperKey
        ? call(papersApi.verify, { params: paperKey, signal })
        : call(papersApi.verifyNumber, { params: paperKey, signal });
    paper.then(
      (known) => setAnswer({ to: paperKey, check: { state: 'known', paper: known } }),
      (problem: unknown) => {
        if (!signal.aborted) setAnswer({ to: paperKey, check: failureOf(problem) });
      },
    );
    return () => leaving.abort();
  }, [paperKey]);
  if (!paperKey) return null;
  return answer?.to === paperKey ? answer.check : { state: 'reading' };
}

function failureOf(problem: unknown): Check {
  if (!(problem instanceof ApiProblem)) return { state: 'failed', sentence: null };
  return problem.status === 404 ? { state: 'unknown' } : { state: 'failed', sentence: problem.message };
}

type ByNumber = Extract<PaperKey, { number: string }>;

/** The form for number and check; both are needed. */
function VerifyForm({ typed, onAsk }: { typed: ByNumber | null; onAsk: (paperKey: ByNumber) => void }) {
  const [wrong, setWrong] = useState({ number: false, check: false });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const [number, check] = ['number', 'check'].map((name) => String(new FormData(form).get(name) ?? ''));
    const read = { number: parsePaperNumber(number ?? ''), check: parsePaperCheck(check ?? '') };
    setWrong({ number: !read.number, check: !read.check });
    const first = !read.number ? 'number' : !read.check ? 'check' : null;
    if (first) (form.elements.namedItem(first) as HTMLInputElement).focus();
    else if (read.number && read.check) {
      const { year, sequence } = read.number;
      onAsk({ number: `${year}-${String(sequence).padStart(6, '0')}`, check: read.check });
    }
  };
  return (
    <form className="verify__form" onSubmit={submit} noValidate>
      <p>{say.formText}</p>
      <Field
        label={say.number}
        name="number"
        example={say.numberExample}
        inputMode="numeric"
        defaultValue={typed?.number}
        problem={wrong.number ? say.numberUnreadable : null}
      />
      <Field
        label={say.check}
        name="check"
        example={say.checkExample}
        defaultValue={typed?.check}
        problem={wrong.check ? say.checkUnreadable : null}
      />
      <button type="submit" className="verify__button">
        {say.submit}
      </button>
    </form>
  );
}

interface FieldProps {
  label: string;
  name: string;
  example: string;
  inputMode?: 'numeric';
  defaultValue: string | undefined;
  problem: string | null;
}

function Field({ label, example, problem, ...input }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        placeholder={example}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        {...input}
      />
      {problem !== null && (
        <p id={`${id}-problem`} className="verify__problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

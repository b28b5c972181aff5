import { type FormEvent, useEffect, useId, useState } from 'react';
import { papersApi, type Verification } from '../../../contract/reports/papers';
import { parsePaperCheck, parsePaperNumber } from '../../../contract/rules/paperCheck';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { call } from '../../dataProvider/apiCall';
import { verify as labels } from '../../i18n/ar/verify';
import { Paper } from './Paper';
import './verify.css';

/** Identifies a paper by the code in its QR, or by its number and check. */
export type PaperKey = { code: string } | { number: string; check: string };

/** Works without sign-in, because the code, or number and check, give access to the paper. */
export default function VerifyPage({ paperKey: initialKey }: { paperKey: PaperKey | null }) {
  const [paperKey, setPaperKey] = useState(initialKey);
  const result = useVerification(paperKey);
  const hasCode = paperKey !== null && 'code' in paperKey;
  return (
    <main className="verify">
      <title>{`${labels.title} · ${labels.product}`}</title>
      <div className="verify__card">
        <p className="verify__brand">{labels.product}</p>
        <h1>{labels.title}</h1>
        {!hasCode && <VerifyForm initialValues={paperKey} onSubmit={setPaperKey} />}
        {result && (
          <ResultView
            result={result}
            hasCode={hasCode}
            onRetry={() => setPaperKey(paperKey && { ...paperKey })}
          />
        )}
        <p className="verify__links">
          {hasCode && <a href="/verify">{labels.byNumber}</a>}
          <a href="/">{labels.toProduct}</a>
        </p>
      </div>
    </main>
  );
}

function ResultView({ result, hasCode, onRetry }: { result: Result; hasCode: boolean; onRetry: () => void }) {
  switch (result.state) {
    case 'loading':
      return <p role="status">{labels.reading}</p>;
    case 'found':
      return <Paper paper={result.paper} />;
    case 'notFound':
      return (
        <div className="verify__state verify__state--withdrawn" role="alert">
          <h2>{hasCode ? labels.unknown : labels.unknownNumber}</h2>
          <p>{hasCode ? labels.unknownText : labels.unknownNumberText}</p>
        </div>
      );
    case 'failed':
      return (
        <div role="alert">
          <h2>{labels.failed}</h2>
          {result.message && <p>{result.message}</p>}
          <button type="button" className="verify__button" onClick={onRetry}>
            {labels.tryAgain}
          </button>
        </div>
      );
  }
}

type Result =
  | { state: 'loading' }
  | { state: 'found'; paper: Verification }
  | { state: 'notFound' }
  | { state: 'failed'; message: string | null };

/** A new key object repeats the request, even for the same paper. Returns null without a key. */
function useVerification(paperKey: PaperKey | null): Result | null {
  const [response, setResponse] = useState<{ paperKey: PaperKey; result: Result } | null>(null);
  useEffect(() => {
    if (!paperKey) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const paper =
      'code' in paperKey
        ? call(papersApi.verify, { params: paperKey, signal })
        : call(papersApi.verifyNumber, { params: paperKey, signal });
    paper.then(
      (verified) => setResponse({ paperKey, result: { state: 'found', paper: verified } }),
      (problem: unknown) => {
        if (!signal.aborted) setResponse({ paperKey, result: failedResult(problem) });
      },
    );
    return () => controller.abort();
  }, [paperKey]);
  if (!paperKey) return null;
  return response?.paperKey === paperKey ? response.result : { state: 'loading' };
}

function failedResult(problem: unknown): Result {
  if (!(problem instanceof ApiProblem)) return { state: 'failed', message: null };
  return problem.status === 404 ? { state: 'notFound' } : { state: 'failed', message: problem.message };
}

type NumberKey = Extract<PaperKey, { number: string }>;

function VerifyForm({
  initialValues,
  onSubmit,
}: {
  initialValues: NumberKey | null;
  onSubmit: (paperKey: NumberKey) => void;
}) {
  const [invalidFields, setInvalidFields] = useState({ number: false, check: false });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const [number, check] = ['number', 'check'].map((name) => String(new FormData(form).get(name) ?? ''));
    const parsed = { number: parsePaperNumber(number ?? ''), check: parsePaperCheck(check ?? '') };
    setInvalidFields({ number: !parsed.number, check: !parsed.check });
    const firstInvalid = !parsed.number ? 'number' : !parsed.check ? 'check' : null;
    if (firstInvalid) (form.elements.namedItem(firstInvalid) as HTMLInputElement).focus();
    else if (parsed.number && parsed.check) {
      const { year, sequence } = parsed.number;
      onSubmit({ number: `${year}-${String(sequence).padStart(6, '0')}`, check: parsed.check });
    }
  };
  return (
    <form className="verify__form" onSubmit={submit} noValidate>
      <p>{labels.formText}</p>
      <Field
        label={labels.number}
        name="number"
        example={labels.numberExample}
        inputMode="numeric"
        defaultValue={initialValues?.number}
        problem={invalidFields.number ? labels.numberUnreadable : null}
      />
      <Field
        label={labels.check}
        name="check"
        example={labels.checkExample}
        defaultValue={initialValues?.check}
        problem={invalidFields.check ? labels.checkUnreadable : null}
      />
      <button type="submit" className="verify__button">
        {labels.submit}
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

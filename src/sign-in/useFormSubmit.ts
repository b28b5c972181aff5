import { useState } from 'react';
import { ApiProblem } from '../dataProvider/ApiProblem';
import { signIn } from '../i18n/ar/signIn';

/** Sends one request at a time, and returns the message of a failure. */
export function useFormSubmit() {
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const send = async (call: () => Promise<void>, describeProblem: (problem: ApiProblem) => string | null) => {
    if (isSending) return;
    setIsSending(true);
    setProblem(null);
    try {
      await call();
    } catch (failure) {
      setProblem(messageFor(failure, describeProblem));
    } finally {
      setIsSending(false);
    }
  };
  return { isSending, problem, setProblem, send };
}

/** A proxy sends these statuses without a message for people. */
const proxyMessages: Record<number, string> = {
  413: signIn.tooLarge,
  429: signIn.tooMany,
  502: signIn.silent,
  503: signIn.silent,
  504: signIn.silent,
};
const arabicLetter = /\p{Script=Arabic}/u;

function messageFor(failure: unknown, describeProblem: (problem: ApiProblem) => string | null): string {
  if (!(failure instanceof ApiProblem)) return signIn.unexpected;
  if (failure.code === 'NETWORK') return signIn.offline;
  const text = describeProblem(failure) ?? failure.serverMessage ?? '';
  return arabicLetter.test(text) ? text : (proxyMessages[failure.status] ?? signIn.unexpected);
}

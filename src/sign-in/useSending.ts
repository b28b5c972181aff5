import { useState } from 'react';
import { ApiProblem } from '../dataProvider/ApiProblem';
import { signIn } from '../i18n/ar/signIn';

/** Sends a form, never twice at the same time, and keeps the sentence of a failure. */
export function useSending() {
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const send = async (act: () => Promise<void>, sentence: (problem: ApiProblem) => string | null) => {
    if (isSending) return;
    setIsSending(true);
    setProblem(null);
    try {
      await act();
    } catch (failure) {
      setProblem(sentenceFor(failure, sentence));
    } finally {
      setIsSending(false);
    }
  };
  return { isSending, problem, setProblem, send };
}

/** Answers of a proxy instead of the server, which have no text for people. */
const ofProxy: Record<number, string> = {
  413: signIn.tooLarge,
  429: signIn.tooMany,
  502: signIn.silent,
  503: signIn.silent,
  504: signIn.silent,
};
const isArabic = /\p{Script=Arabic}/u;

function sentenceFor(failure: unknown, sentence: (problem: ApiProblem) => string | null): string {
  if (!(failure instanceof ApiProblem)) return signIn.unexpected;
  if (failure.code === 'NETWORK') return signIn.offline;
  const said = sentence(failure) ?? failure.serverMessage ?? '';
  return isArabic.test(said) ? said : (ofProxy[failure.status] ?? signIn.unexpected);
}

import { useState } from 'react';
import { ApiProblem } from '../dataProvider/ApiProblem';
import { signIn } from '../i18n/ar/signIn';

/** Sends a form once at a time and keeps the sentence of what went wrong. */
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

function sentenceFor(failure: unknown, sentence: (problem: ApiProblem) => string | null): string {
  if (!(failure instanceof ApiProblem)) return signIn.unexpected;
  if (failure.code === 'NETWORK') return signIn.offline;
  return sentence(failure) ?? failure.message;
}

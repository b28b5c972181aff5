import { useEffect, useEffectEvent } from 'react';
import { applyNewVersion } from '../../dataProvider/appVersion';
import { NotLoaded } from './lazyComponent';

/** Replaces a screen that an old page cannot load: loads its address once for each version, never in a loop. */
export function loadNewVersionOnce(problem: unknown): void {
  if (!(problem instanceof NotLoaded) || problem.newVersion === null) return;
  const key = `rasd.loaded.${problem.newVersion}`;
  try {
    if (sessionStorage.getItem(key) !== null) return;
    sessionStorage.setItem(key, new Date().toISOString());
  } catch {
    return; // Without storage, the message has a button.
  }
  void applyNewVersion();
}

type Ask = (act: () => void) => void;
const questions = new Set<Ask>();

/** Asks before a new version is loaded. Only for typed text without a draft, because drafts survive a load. */
export function useQuestionBeforeLoad(ask: Ask): void {
  const onAsk = useEffectEvent(ask);
  useEffect(() => {
    const question: Ask = (act) => onAsk(act);
    questions.add(question);
    return () => void questions.delete(question);
  }, []);
}

export function askAndLoadNewVersion(): void {
  let load: () => void = () => void applyNewVersion();
  for (const ask of questions) {
    const next = load;
    load = () => ask(next);
  }
  load();
}

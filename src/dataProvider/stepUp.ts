import { useSyncExternalStore } from 'react';

type PasswordPrompt = () => Promise<boolean>;

let prompt: PasswordPrompt | null = null;
let pendingPrompt: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function setPendingPrompt(pending: Promise<boolean> | null): void {
  pendingPrompt = pending;
  for (const listener of listeners) listener();
}

export function setStepUpPrompt(dialog: PasswordPrompt): () => void {
  prompt = dialog;
  return () => {
    if (prompt === dialog) prompt = null;
  };
}

/** Resolves to true if the user entered the right password. Simultaneous calls share one prompt. */
export function requestStepUp(): Promise<boolean> {
  if (pendingPrompt) return pendingPrompt;
  const answer = (prompt?.() ?? Promise.resolve(false)).finally(() => setPendingPrompt(null));
  setPendingPrompt(answer);
  return answer;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while the user is asked for the password. */
export const useIsStepUpPending = (): boolean =>
  useSyncExternalStore(subscribe, () => pendingPrompt !== null);

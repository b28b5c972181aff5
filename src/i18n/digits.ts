import { useSyncExternalStore } from 'react';
import { showArabicDigits } from './digitsOnScreen';

/** The digits of displayed numbers. Inputs accept Arabic and ASCII digits, and store ASCII digits. */
type DigitsChoice = 'ascii' | 'arabic';

const storageKey = 'rasd.digits';
const listeners = new Set<() => void>();
let restoreDigits: (() => void) | null = null;

const storedChoice = (): DigitsChoice => (localStorage.getItem(storageKey) === 'arabic' ? 'arabic' : 'ascii');

function applyChoice() {
  const isArabic = storedChoice() === 'arabic';
  if (isArabic) restoreDigits ??= showArabicDigits(document.body);
  else {
    restoreDigits?.();
    restoreDigits = null;
  }
  for (const listener of listeners) listener();
}

export function chooseDigits(choice: DigitsChoice) {
  if (choice === 'ascii') localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, choice);
  applyChoice();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useDigitsChoice = () => useSyncExternalStore(subscribe, storedChoice);

/** Call it before the first paint. */
export function startDigits() {
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) applyChoice();
  });
  applyChoice();
}

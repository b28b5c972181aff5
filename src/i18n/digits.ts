import { useSyncExternalStore } from 'react';
import { showArabicDigits } from './digitsOnScreen';

/** The digits in which figures are shown. Fields accept both, and store ASCII. */
type DigitsChoice = 'ascii' | 'arabic';

const key = 'rasd.digits';
const listeners = new Set<() => void>();
let putBack: (() => void) | null = null;

const storedChoice = (): DigitsChoice => (localStorage.getItem(key) === 'arabic' ? 'arabic' : 'ascii');

function changed() {
  const isArabic = storedChoice() === 'arabic';
  if (isArabic) putBack ??= showArabicDigits(document.body);
  else {
    putBack?.();
    putBack = null;
  }
  for (const listener of listeners) listener();
}

/** Stored on the device, like the theme. */
export function chooseDigits(choice: DigitsChoice) {
  if (choice === 'ascii') localStorage.removeItem(key);
  else localStorage.setItem(key, choice);
  changed();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useDigitsChoice = () => useSyncExternalStore(subscribe, storedChoice);

/** Called once, before the first paint. */
export function startDigits() {
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) changed();
  });
  changed();
}

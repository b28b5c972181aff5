import { useEffect, useRef } from 'react';
import { type Draft, draftIn } from './drafts';

/** Tells that another window has saved or dropped the draft under this key, with what it was. */
export function useDraftGone(key: string | null, onGone: (was: Draft | null) => void): void {
  const gone = useRef(onGone);
  useEffect(() => {
    gone.current = onGone;
  });
  useEffect(() => {
    const listen = (event: StorageEvent) => {
      if (key !== null && event.key === key && event.newValue === null) gone.current(draftIn(event.oldValue));
    };
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  }, [key]);
}

/** Whether what stands here is no more than what another window has saved or dropped. */
export const isSameDraft = (was: Draft | null, values: object): boolean =>
  JSON.stringify(was?.values) === JSON.stringify(values);

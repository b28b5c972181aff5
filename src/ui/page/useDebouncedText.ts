import { useEffect, useState } from 'react';

const pauseMs = 150;

/** The typed text after a short pause in typing; an empty text at once. */
export function useDebouncedText(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), text === '' ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

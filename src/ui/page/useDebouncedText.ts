import { useEffect, useState } from 'react';

const pauseMs = 150;

/** Returns the text after a short pause in typing. An empty text is returned immediately. */
export function useDebouncedText(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), text === '' ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

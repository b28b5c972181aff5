import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Desk, keepDesk, readDesk } from './answerDesk';

export interface HeldDesk {
  desk: Desk;
  /** As it is now, for what goes on in the background. */
  latest: RefObject<Desk>;
  change: (desk: Desk) => void;
  /** False where the device is full: then the answers stand on the screen alone. */
  isKept: boolean;
}

/** The answers of one assignment; on the device at every key, and the same in all windows of the person. */
export function useDesk(key: string): HeldDesk {
  const [desk, setDesk] = useState(() => readDesk(key));
  const [isKept, setIsKept] = useState(true);
  const latest = useRef(desk);
  const show = useCallback((next: Desk) => {
    latest.current = next;
    setDesk(next);
  }, []);
  const change = useCallback(
    (next: Desk) => {
      show(next);
      setIsKept(keepDesk(key, next));
    },
    [key, show],
  );
  useEffect(() => {
    const listen = (event: StorageEvent) => {
      if (event.key === key) show(readDesk(key));
    };
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  }, [key, show]);
  return { desk, latest, change, isKept };
}

import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useWindowEvent } from '../ui/page/useWindowEvent';

/** `sessionStorage` survives a reload, and is limited to this tab. */
const storageKey = 'rasd.scrollPositions';
const maxStored = 50;

/** Scroll positions by the key that the router gives to each history entry. */
const positions = readPositions();

function readPositions(): Map<string, number> {
  try {
    const stored = new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][]);
    // Every address that the user types has this key too, and begins at its top.
    const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (opening?.type === 'navigate') stored.delete('default');
    return stored;
  } catch {
    return new Map();
  }
}

function storePositions() {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-maxStored)));
  } catch {
    // The storage is full. After the reload, the screens begin at their top.
  }
}

/** The address of an operation opens a dialog above the audit trail. */
const screenOf = (pathname: string) => pathname.replace(/^\/audit\/.*/, '/audit');

/** Each screen begins at its top. Back and Forward restore the scroll position. */
export function ScrollPositions(): null {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const screen = screenOf(pathname);
  const previousScreen = useRef<string | null>(null);
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);
  useWindowEvent('pagehide', storePositions);
  useLayoutEffect(() => {
    const isSameScreen = previousScreen.current === screen;
    previousScreen.current = screen;
    if (type === 'POP') return keepPosition(key, positions.get(key) ?? 0);
    return keepPosition(key, isSameScreen ? window.scrollY : 0);
  }, [key, screen, type]);
  return null;
}

const userInputs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls to the position, again whenever content arrives, until the user acts. Then it records positions. */
function keepPosition(key: string, position: number): () => void {
  let isRestoring = position > 0;
  const restore = () => isRestoring && window.scrollTo({ top: position, behavior: 'instant' });
  const stopRestoring = () => (isRestoring = false);
  // A page that is still loading is shorter than the position, and scrolls without the user.
  const record = () => void (isRestoring || positions.set(key, window.scrollY));
  window.scrollTo({ top: position, behavior: 'instant' });
  positions.delete(key); // The latest entries come last.
  positions.set(key, position);
  const observer = new ResizeObserver(restore);
  observer.observe(document.body);
  window.addEventListener('scroll', record, { passive: true });
  for (const input of userInputs) window.addEventListener(input, stopRestoring, { passive: true });
  return () => {
    observer.disconnect();
    window.removeEventListener('scroll', record);
    for (const input of userInputs) window.removeEventListener(input, stopRestoring);
  };
}

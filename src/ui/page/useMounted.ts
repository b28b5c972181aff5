import { useState } from 'react';

/**
 * An overlay is mounted from its opening until the end of its closing animation. A list then mounts no closed
 * overlays.
 *
 * @returns `isMounted` says whether to render the overlay; its transition must call `onExited`
 */
export function useMounted(isOpen: boolean): { isMounted: boolean; onExited: () => void } {
  const [isMounted, setIsMounted] = useState(isOpen);
  if (isOpen && !isMounted) setIsMounted(true);
  return { isMounted: isOpen || isMounted, onExited: () => setIsMounted(false) };
}

import { useState } from 'react';

/**
 * An overlay is mounted from its opening until the end of its closing animation, so that a list does not mount
 * the closed overlays of all rows. Pass `onExited` to the transition of the overlay.
 */
export function useMounted(isOpen: boolean): { isMounted: boolean; onExited: () => void } {
  const [isMounted, setIsMounted] = useState(isOpen);
  if (isOpen && !isMounted) setIsMounted(true);
  return { isMounted: isOpen || isMounted, onExited: () => setIsMounted(false) };
}

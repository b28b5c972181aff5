import { useEffect, useLayoutEffect, useRef } from 'react';
import { addOverlay } from './overlays';

/** While it is open, the browser's Back closes it and leaves the page where it is. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => (isOpen ? addOverlay(() => close.current()) : undefined), [isOpen]);
}

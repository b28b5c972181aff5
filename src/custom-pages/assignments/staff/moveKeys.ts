import type { KeyboardEvent } from 'react';

/** Alt with an arrow moves what the keyboard stands in by a place. */
export const moveKeys = (onMove: (step: -1 | 1) => void) => (event: KeyboardEvent) => {
  if (!event.altKey || event.ctrlKey || event.shiftKey) return;
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  event.preventDefault();
  event.stopPropagation();
  onMove(event.key === 'ArrowUp' ? -1 : 1);
};

import { useDeferredValue } from 'react';

/** More than any window shows. */
const firstRows = 60;

/**
 * Renders the first rows at once, and all of them a moment later: a class of a thousand appears as fast as one of
 * thirty. Typing in a row is never delayed.
 */
export function useFirstRows<R>(rows: readonly R[]): readonly R[] {
  const count = useDeferredValue(rows.length, firstRows);
  return count < rows.length ? rows.slice(0, count) : rows;
}

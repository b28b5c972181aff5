import { useDeferredValue } from 'react';

/** More than any window shows. */
const firstRows = 60;

/**
 * The first rows at once, and all of them a moment later: a class of a thousand is to be seen as soon as one of thirty.
 * What is typed in a row is never put off.
 */
export function useFirstRows<R>(rows: readonly R[]): readonly R[] {
  const count = useDeferredValue(rows.length, firstRows);
  return count < rows.length ? rows.slice(0, count) : rows;
}

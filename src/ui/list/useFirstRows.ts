import { useDeferredValue } from 'react';

/** More than any window shows. */
const firstRows = 60;

/** Renders the first rows at once and the others a moment later, so that a large class appears fast. */
export function useFirstRows<R>(rows: readonly R[]): readonly R[] {
  const count = useDeferredValue(rows.length, firstRows);
  return count < rows.length ? rows.slice(0, count) : rows;
}

import { useDeferredValue } from 'react';

/** No window shows more rows. */
const firstRows = 60;

/** Renders the first rows immediately and the other rows later, so that a large batch appears fast. */
export function useFirstRows<R>(rows: readonly R[]): readonly R[] {
  const count = useDeferredValue(rows.length, firstRows);
  return count < rows.length ? rows.slice(0, count) : rows;
}

import { useEffect } from 'react';
import { useListContext } from 'react-admin';

type Filters = Record<string, unknown>;

/** What was chosen last over filters that are drawn, until others are. */
const chosenOver = new WeakMap<Filters, Filters>();

/** Changes the filters of the list around: a second choice may come before the first one is drawn, and both count. */
export function useFilterChange(): (edit: (filters: Filters) => Filters) => void {
  const { filterValues, setFilters } = useListContext();
  // The same object may be drawn again later: the one without any filter is.
  useEffect(() => {
    chosenOver.delete(filterValues);
  }, [filterValues]);
  return (edit) => {
    const after = edit(chosenOver.get(filterValues) ?? filterValues);
    chosenOver.set(filterValues, after);
    setFilters(after);
  };
}

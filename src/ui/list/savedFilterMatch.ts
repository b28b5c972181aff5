import type { SavedFilter } from '../../../contract/savedFilters';

type Filter = SavedFilter['filter'];
type Sort = NonNullable<SavedFilter['sort']>;

/** Whether two filters narrow a list in the same way, whatever the order in which they were chosen. */
export const sameFilter = (a: Filter, b: Filter) => inOrder(a) === inOrder(b);

export const sameSort = (a: Sort, b: Sort) => a.field === b.field && a.order === b.order;

const inOrder = (filter: Filter) =>
  JSON.stringify(Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1)));

import { useMutation, useQuery } from '@tanstack/react-query';
import { filterableLists, type SavedFilter } from '../../../contract/savedFilters';
import { useApi } from '../../dataProvider/useApi';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useSession } from '../../dataProvider/session';
import { t } from '../../i18n/text';
import { useNotices } from '../dialog/Toasts';

export interface FilteredList {
  resource: string;
  filterValues: Record<string, unknown>;
  setFilters: (filter: Record<string, unknown>) => void;
  sort?: { field: string; order: 'ASC' | 'DESC' };
  setSort?: (sort: { field: string; order: 'ASC' | 'DESC' }) => void;
}

export function useSavedFilters({ resource, filterValues, setFilters, sort, setSort }: FilteredList) {
  const { notifyDone, notifyProblem } = useNotices();
  const api = useApi();
  const userId = useSession()?.user.id;
  const { has } = useServerFeatures();
  const { data, error, refetch } = useQuery({
    queryKey: ['saved-filters', userId, resource],
    queryFn: () => api.savedFilters(resource),
  });

  const list = filterableLists.find((name) => name === resource);
  const saveMutation = useMutation({
    mutationFn: (name: string) => {
      if (!list) throw new Error(`views of ${resource} are not stored`);
      return api.saveFilter({
        resource: list,
        name,
        filter: filterValues,
        sort: sort ? { field: sort.field, order: sort.order } : null,
      });
    },
    onSuccess: (answer) => notifyDone(t('savedFilters.saved'), answer),
  });

  const removal = useMutation({
    mutationFn: ({ id }: SavedFilter) => api.deleteSavedFilter(id),
    onSuccess: ({ message, operation_id }) =>
      notifyDone(message || t('savedFilters.deleted'), { operation_id }),
    onError: (problem) => notifyProblem(problem, t('savedFilters.deleteFailed')),
  });

  const isApplied = (view: SavedFilter) =>
    isSameFilter(view.filter, filterValues) && (!view.sort || !sort || isSameSort(view.sort, sort));
  return {
    /** False if the server stores no views. While loading, the features of the server decide. */
    isOffered: data === undefined ? has('savedFilters') : data !== null,
    views: data ?? undefined,
    error: data === undefined ? error : null,
    refetch: () => void refetch(),
    applied: data?.find(isApplied) ?? null,
    hasFilter: Object.keys(filterValues).length > 0,
    apply: (view: SavedFilter) => {
      setFilters(view.filter);
      if (view.sort) setSort?.(view.sort);
    },
    save: saveMutation,
    remove: removal.mutate,
    removingId: removal.isPending ? removal.variables.id : null,
  };
}

type Filter = SavedFilter['filter'];
type Sort = NonNullable<SavedFilter['sort']>;

/** Ignores the order of the keys. */
const isSameFilter = (a: Filter, b: Filter) => toSortedText(a) === toSortedText(b);

const isSameSort = (a: Sort, b: Sort) => a.field === b.field && a.order === b.order;

const toSortedText = (filter: Filter) =>
  JSON.stringify(Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1)));

import { useGetList } from 'react-admin';

/** False once it is known that there is no programme to add a batch to. */
export function useHasPrograms(): boolean {
  const { total } = useGetList('programs', {
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'id', order: 'ASC' },
  });
  return total !== 0;
}

import { type RaRecord, useGetList } from 'react-admin';

/** Returns the record of a resource that has exactly one. Forms choose it. */
export function useOnlyRecord<R extends RaRecord>(resource: string) {
  const { data, total } = useGetList<R>(resource, {
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'id', order: 'ASC' },
  });
  return { record: total === 1 ? (data?.[0] ?? null) : null, total };
}

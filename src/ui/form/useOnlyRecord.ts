import { type RaRecord, useGetList } from 'react-admin';

/** Returns the record of a resource that has exactly one. Forms choose it, and open without it after an error. */
export function useOnlyRecord<R extends RaRecord>(resource: string, isEnabled = true) {
  const { data, total, isPending } = useGetList<R>(
    resource,
    { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' } },
    { enabled: isEnabled },
  );
  return { record: total === 1 ? (data?.[0] ?? null) : null, total, isPending };
}

import { useGetList } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import { listLimit } from '../../../contract/lists';
import type { Program } from '../../../contract/programs';

/** Every batch that a subject could be offered to. */
export function useBatches() {
  return useGetList<Batch>('batches', {
    pagination: { page: 1, perPage: listLimit },
    sort: { field: 'batch_name', order: 'ASC' },
  });
}

/** Every programme, for the number of its levels. */
export function usePrograms(): readonly Program[] {
  const { data } = useGetList<Program>('programs', {
    pagination: { page: 1, perPage: 1_000 },
    sort: { field: 'id', order: 'ASC' },
  });
  return data ?? [];
}

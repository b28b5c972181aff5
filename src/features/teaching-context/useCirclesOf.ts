import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../dataProvider/useApi';

/**
 * The circles of a batch in the user's scope, and whether the scope has all students of a subject of the
 * batch. Nothing loads without the name of the batch, which a link does not have.
 */
export function useCirclesOf(batchName: string | null, batchId: number | null, date: string) {
  const { choices } = useApi();
  const { data } = useQuery({
    queryKey: ['choices', 'circles', batchId, date],
    queryFn: () => choices({ q: batchName ?? '', withCircles: true, date }, 0, 100),
    enabled: batchId !== null,
  });
  const rows = (data?.rows ?? []).filter((row) => row.batch_id === batchId);
  return {
    circles: rows.filter(({ circle_id }) => circle_id !== null),
    hasWholeSubject: rows.some(({ circle_id }) => circle_id === null),
    isLoaded: data !== undefined,
  };
}

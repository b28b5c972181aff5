import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { Api } from '../../../dataProvider';

/** An assignment with its questions and the own submission; read anew at every visit. */
export function useAssignment(id: number) {
  const { assignment } = useDataProvider<Api>();
  return useQuery({
    queryKey: ['assignments', 'one', id],
    queryFn: () => assignment(id),
    refetchOnMount: 'always',
    enabled: id > 0,
  });
}

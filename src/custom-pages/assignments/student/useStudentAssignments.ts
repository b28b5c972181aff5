import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { Api } from '../../../dataProvider';
import { useAddress } from '../../../ui/page/useAddress';
import { type Narrowed, statusChoices } from './studentModel';

/** The published assignments of the student's batch, each with the own submission; read anew at every visit. */
export function useStudentAssignments() {
  const { ownAssignments } = useDataProvider<Api>();
  return useQuery({
    queryKey: ['assignments', 'own'],
    queryFn: () => ownAssignments(),
    refetchOnMount: 'always',
  });
}

/** The filters; they stand in the address. */
export function useNarrowing() {
  const [address, change] = useAddress();
  const asked = address.get('status');
  const narrowed: Narrowed = {
    subjectCode: address.get('subject_code') ?? '',
    status: statusChoices.find((one) => one === asked) ?? null,
  };
  const narrow = (name: 'subject_code' | 'status', value: string) =>
    change((search) => {
      if (value === '') search.delete(name);
      else search.set(name, value);
    });
  const clear = () =>
    change((search) => {
      search.delete('subject_code');
      search.delete('status');
    });
  return { narrowed, narrow, clear };
}

import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { Api } from '../../../dataProvider';
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
  const [address, setAddress] = useSearchParams();
  const asked = address.get('status');
  const narrowed: Narrowed = {
    subjectCode: address.get('subject_code') ?? '',
    status: statusChoices.find((one) => one === asked) ?? null,
  };
  const narrow = (name: 'subject_code' | 'status', value: string) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === '') after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return { narrowed, narrow, clear: () => setAddress({}, { replace: true }) };
}

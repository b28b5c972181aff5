import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useGetList } from 'react-admin';
import type { StudentAssignment } from '../../../../contract/assignments';
import type { Subject } from '../../../../contract/subjects';
import type { Api } from '../../../dataProvider';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { useSession } from '../../../dataProvider/session';
import { useOwnStudent } from '../../../dataProvider/useOwnStudent';
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

/**
 * The student of the account. One that is linked to none is linked to the student that it names exactly, if there is
 * one; null when that fails too, undefined until it is known. Spec 2 §4, decision 20.
 */
export function useLinkedStudent() {
  const user = useSession()?.user;
  const { autoLink } = useDataProvider<Api>();
  const client = useQueryClient();
  const { student } = useOwnStudent();
  const linking = useQuery({
    queryKey: ['students', 'autoLink', user?.id],
    queryFn: async () => {
      try {
        const answer = await autoLink(user?.id ?? 0);
        await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'autoLink' });
        return answer.student;
      } catch (problem) {
        if (problem instanceof ApiProblem && problem.status >= 400 && problem.status < 500) return null;
        throw problem;
      }
    },
    enabled: student === null && user !== undefined,
  });
  if (student !== null) return student;
  return linking.isPending ? undefined : (linking.data ?? null);
}

export interface SubjectChoice {
  subject_code: string;
  name: string;
  /** Not told by a server that sends it with subjects only. */
  level: number | null;
}

const maxSubjects = 500;

/**
 * The subjects to narrow the list by: those of the student's batch, all when no student is known (spec 2 §4), and
 * whatever else the assignments are in.
 */
export function useSubjectChoices(
  student: ReturnType<typeof useLinkedStudent>,
  assignments: readonly StudentAssignment[],
): SubjectChoice[] {
  const batch = student?.batch_id;
  const { data = [] } = useGetList<Subject>(
    'subjects',
    {
      filter: batch ? { batch_id: batch } : {},
      sort: { field: 'name', order: 'ASC' },
      pagination: { page: 1, perPage: maxSubjects },
    },
    { enabled: student !== undefined },
  );
  const choices = new Map<string, SubjectChoice>();
  for (const { subject_code, name, level } of data) choices.set(subject_code, { subject_code, name, level });
  for (const { subject_code, subject_name: name, subject_level } of assignments)
    if (!choices.has(subject_code))
      choices.set(subject_code, { subject_code, name, level: subject_level ?? null });
  return [...choices.values()];
}

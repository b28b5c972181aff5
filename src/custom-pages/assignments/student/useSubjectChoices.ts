import { useGetList } from 'react-admin';
import type { StudentAssignment } from '../../../../contract/assignments';
import type { Subject } from '../../../../contract/subjects';
import type { useLinkedStudent } from './useLinkedStudent';

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

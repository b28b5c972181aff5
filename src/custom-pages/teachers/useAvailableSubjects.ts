import { useGetList } from 'react-admin';
import type { Subject } from '../../../contract/subjects';

export const subjectsPerPage = 20;

interface Asked {
  q: string;
  /** Those that nobody teaches. */
  isOpenOnly: boolean;
  /** From 1. */
  page: number;
}

/** One page of the subjects that a teacher has not. */
export function useAvailableSubjects(teacherId: number, { q, isOpenOnly, page }: Asked) {
  const { data, total, error, isPending, refetch } = useGetList<Subject>(
    'subjects',
    {
      filter: {
        not_taught_by: teacherId,
        ...(q === '' ? {} : { q }),
        ...(isOpenOnly ? { has_teacher: false } : {}),
      },
      sort: { field: 'name', order: 'ASC' },
      pagination: { page, perPage: subjectsPerPage },
    },
    { placeholderData: (before) => before },
  );
  return { data, total: total ?? 0, error, isPending, refetch };
}

/** The number of all subjects; undefined until it is known. */
export function useSubjectsTotal() {
  const { total } = useGetList<Subject>('subjects', {
    filter: {},
    sort: { field: 'id', order: 'ASC' },
    pagination: { page: 1, perPage: 1 },
  });
  return total;
}

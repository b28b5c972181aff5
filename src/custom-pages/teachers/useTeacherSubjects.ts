import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useGetList } from 'react-admin';
import type { Subject } from '../../../contract/subjects';
import { useApi } from '../../dataProvider/useApi';
import { teachers as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { detailMessage } from '../../ui/page/problemMessage';

export function useTeacherSubjects(teacherId: number) {
  const { teacherSubjects } = useApi();
  return useQuery({
    queryKey: ['subject-teachers', teacherId],
    queryFn: () => teacherSubjects(teacherId),
  });
}

export function useSubjectLinks(teacherId: number) {
  const { notifyDone, notifyError } = useNotices();
  const queryClient = useQueryClient();
  const { assignSubjects, unassignSubject } = useApi();
  const errorHandler = (fallback: string) => (problem: unknown) => {
    notifyError(detailMessage(problem, fallback));
    // Some subjects may be assigned already, and another user may have changed them.
    void queryClient.invalidateQueries();
  };
  const assign = useMutation({
    mutationFn: (codes: readonly string[]) => assignSubjects(teacherId, codes),
    onSuccess: (answer) => notifyDone(t('teachers.assignedNow', { smart_count: answer.assigned }), answer),
    onError: errorHandler(labels.assignFailed),
  });
  const unassign = useMutation({
    mutationFn: (linkId: number) => unassignSubject(linkId),
    onSuccess: (answer) => notifyDone(labels.unassigned, answer),
    onError: errorHandler(labels.unassignFailed),
  });
  return { assign, unassign };
}

export const subjectsPerPage = 20;

interface SubjectQuery {
  q: string;
  /** Filters by subjects without a teacher. */
  isUnassignedOnly: boolean;
  /** Counts from 1. */
  page: number;
}

export function useAvailableSubjects(teacherId: number, { q, isUnassignedOnly, page }: SubjectQuery) {
  const { data, total, error, isPending, refetch } = useGetList<Subject>(
    'subjects',
    {
      filter: {
        not_taught_by: teacherId,
        ...(q === '' ? {} : { q }),
        ...(isUnassignedOnly ? { has_teacher: false } : {}),
      },
      sort: { field: 'name', order: 'ASC' },
      pagination: { page, perPage: subjectsPerPage },
    },
    { placeholderData: (before) => before },
  );
  return { data, total: total ?? 0, error, isPending, refetch };
}

/** Undefined while loading. */
export function useSubjectCount() {
  const { total } = useGetList<Subject>('subjects', {
    filter: {},
    sort: { field: 'id', order: 'ASC' },
    pagination: { page: 1, perPage: 1 },
  });
  return total;
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useNotify } from 'react-admin';
import type { Api } from '../../dataProvider';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { type PlainTextKey, useText } from '../../i18n/useText';
import { sentenceOf } from '../../ui/page/sentenceOf';

/** The subjects of a teacher, in the order of their names. */
export function useTeacherSubjects(teacherId: number) {
  const { teacherSubjects } = useDataProvider<Api>();
  return useQuery({
    queryKey: ['subject-teachers', teacherId],
    queryFn: () => teacherSubjects(teacherId),
  });
}

/** Gives subjects to a teacher and takes them back; a toast says what came of it. */
export function useAssignments(teacherId: number) {
  const t = useText();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { assignSubjects, unassignSubject } = useDataProvider<Api>();
  const fail = (fallback: PlainTextKey) => (failure: unknown) => {
    const detail = failure instanceof ApiProblem ? failure.details[0]?.message : undefined;
    notify(detail ?? sentenceOf(failure, t(fallback)), { type: 'error' });
    // One after the other, some may have been assigned; or somebody else was faster.
    void queryClient.invalidateQueries();
  };
  const assign = useMutation({
    mutationFn: (codes: readonly string[]) => assignSubjects(teacherId, codes),
    onSuccess: (count) => notify(t('teachers.assignedNow', { smart_count: count }), { type: 'success' }),
    onError: fail('teachers.assignFailed'),
  });
  const unassign = useMutation({
    mutationFn: (linkId: number) => unassignSubject(linkId),
    onSuccess: () => notify(t('teachers.unassigned'), { type: 'success' }),
    onError: fail('teachers.unassignFailed'),
  });
  return { assign, unassign };
}

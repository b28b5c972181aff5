import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useGetList } from 'react-admin';
import type { Circle, CircleMember } from '../../../../contract/circles';
import type { StudentRow } from '../../../../contract/students';
import type { Subject } from '../../../../contract/subjects';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import { columnsOf, isHeldOn, type Student } from './circleModel';

const circlesKey = (subjectCode: string) => ['circles', 'of', subjectCode] as const;
const membersKey = (id: number, date: string) => ['circles', 'members', id, date] as const;

/** Above the number of students in any batch. */
const wholeBatch = 2_000;

/** The circles of an offering, and the students of its batch in them on a day. */
export function useBoard({ subject_code, batch_id }: Subject, date: string) {
  const { circlesOf, circleMembers } = useApi();
  const circles = useQuery({
    queryKey: circlesKey(subject_code),
    queryFn: () => circlesOf(subject_code),
    staleTime: 0,
  });
  const held = circles.data?.filter((circle) => isHeldOn(circle, date)) ?? [];
  const members = useQueries({
    queries: held.map(({ id }) => ({
      queryKey: membersKey(id, date),
      queryFn: () => circleMembers(id, date),
      staleTime: 0,
    })),
  });
  const roster = useGetList<StudentRow>('students', {
    filter: { batch_id, status: 'active' },
    sort: { field: 'full_name', order: 'ASC' },
    pagination: { page: 1, perPage: wholeBatch },
  });
  const failed = [circles, roster, ...members].find(({ data, error }) => error && !data);
  const isRead = circles.data && roster.data && members.every(({ data }) => data);
  return {
    /** Set if nothing can be shown. */
    error: failed?.error ?? null,
    reload: () => void Promise.all([circles, roster, ...members].map(({ refetch }) => refetch())),
    /** Circles that have ended by that day. */
    ended: circles.data?.filter((circle) => !isHeldOn(circle, date)) ?? [],
    /** Undefined until everything is loaded. */
    columns: isRead
      ? columnsOf(held, (circle) => members[held.indexOf(circle)]?.data ?? [], roster.data)
      : undefined,
  };
}

/** The members of a circle on a day; not loaded if that is null. While another day loads, the old members stay. */
export function useMembers(id: number, date: string | null) {
  const { circleMembers } = useApi();
  return useQuery({
    queryKey: membersKey(id, date ?? ''),
    queryFn: () => circleMembers(id, date ?? ''),
    enabled: date !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Who is added to a circle and who is removed from a day on, by academic number. */
export interface MembersChange {
  date: string;
  coming: readonly string[];
  leaving: readonly string[];
}

/** Saves a change of members; other people's changes since the members were loaded stay. */
export function useChangeMembers() {
  const { circleMembers, setCircleMembers } = useApi();
  return async (id: number, { date, coming, leaving }: MembersChange) => {
    const present = (await circleMembers(id, date)).map(({ student_id }) => student_id);
    const staying = present.filter((one) => !leaving.includes(one));
    return setCircleMembers(id, { student_ids: [...new Set([...staying, ...coming])], date });
  };
}

/** Changes of members in a subject run one after the other, because each reads all members and writes them again. */
export const oneByOne = (subjectCode: string) => ({ id: `circle-members-${subjectCode}` });

interface Move {
  student: Student;
  from: Circle | null;
  to: Circle | null;
  date: string;
}

/** Moves one student from a day on: into a circle and out of the old one, or only out of it. */
export function useMove({ subject_code }: Subject) {
  const change = useChangeMembers();
  const { notifyDone, notifyProblem } = useNotices();
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    scope: oneByOne(subject_code),
    mutationFn: async ({ student: { student_id }, from, to, date }: Move) => {
      if (to) return change(to.id, { date, coming: [student_id], leaving: [] });
      return from && change(from.id, { date, coming: [], leaving: [student_id] });
    },
    onSuccess: (saved, { student, from, to, date }) => {
      if (!saved) return;
      const name = student.full_name;
      // Set at once, so that the name does not jump back for a moment.
      if (from)
        client.setQueryData<CircleMember[]>(membersKey(from.id, date), (before) =>
          before?.filter(({ student_id }) => student_id !== student.student_id),
        );
      client.setQueryData(membersKey((to ?? from)?.id ?? 0, date), saved.members);
      const sentence = to
        ? t('circles.moved', { student: name, circle: to.name })
        : t('circles.removed', { student: name, circle: from?.name ?? '' });
      notifyDone(sentence, saved.operation_id);
    },
    onError: (problem) => notifyProblem(problem, t('circles.moveFailed')),
  });
  return {
    move: (asked: Move) => {
      if (asked.from?.id !== asked.to?.id) mutate(asked);
    },
    /** The academic number of the student who is being moved. */
    moving: isPending ? variables.student.student_id : null,
  };
}

/** Removes a deleted circle from the cache, so that its members are not loaded again. */
export function useForgetCircle() {
  const client = useQueryClient();
  return ({ id, subject_code }: Circle) => {
    client.setQueryData<Circle[]>(circlesKey(subject_code), (before) =>
      before?.filter((circle) => circle.id !== id),
    );
    client.removeQueries({ queryKey: ['circles', 'members', id] });
  };
}

/** A write of a circle's dialog: after success it closes and shows a toast; a refusal is shown in it. */
export function useCircleWrite<Body, Answer>(
  write: (body: Body) => Promise<Answer>,
  said: (answer: Answer, body: Body) => { sentence: string; operation_id?: number | null | undefined },
  onClose: () => void,
  scope?: { id: string },
) {
  const { notifyDone } = useNotices();
  const { mutate, isPending, error, reset } = useMutation({
    ...(scope && { scope }),
    mutationFn: write,
    onSuccess: (answer, body) => {
      const { sentence, operation_id } = said(answer, body);
      onClose();
      notifyDone(sentence, operation_id ?? null);
    },
  });
  return { send: mutate, isPending, error, reset };
}

import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import type { Circle, CircleMember, StudentCircle } from '../../../../contract/circles';
import type { StudentRow } from '../../../../contract/students/students';
import type { Subject } from '../../../../contract/subjects';
import { storedRows } from '../../../dataProvider/ApiProblem';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import { type Column, buildColumns, isOpenOn, columnName, type Student } from './circleModel';

const circlesKey = (subjectCode: string) => ['circles', 'of', subjectCode] as const;
const membersKey = (id: number, date: string) => ['circles', 'members', id, date] as const;

/** Higher than the number of students in any batch. */
const maxStudents = 2_000;

/** Loads the circles of an offering with their members on a day. If the day is null, the queries are off. */
export function useBoard({ subject_code, batch_id }: Subject, date: string | null) {
  const { circlesOf, circleMembers } = useApi();
  const circles = useQuery({
    queryKey: circlesKey(subject_code),
    queryFn: () => circlesOf(subject_code),
    enabled: date !== null,
    staleTime: 0,
  });
  const day = date ?? '';
  const openCircles = date === null ? [] : (circles.data?.filter((circle) => isOpenOn(circle, date)) ?? []);
  const members = useQueries({
    queries: openCircles.map(({ id }) => ({
      queryKey: membersKey(id, day),
      queryFn: () => circleMembers(id, day),
      staleTime: 0,
    })),
  });
  const roster = useGetList<StudentRow>(
    'students',
    {
      filter: { batch_id, status: 'active' },
      sort: { field: 'full_name', order: 'ASC' },
      pagination: { page: 1, perPage: maxStudents },
    },
    { enabled: date !== null },
  );
  const failedQuery = [circles, roster, ...members].find(({ data, error }) => error && !data);
  const isLoaded = date !== null && circles.data && roster.data && members.every(({ data }) => data);
  return {
    /** Null if there is data to show. */
    error: failedQuery?.error ?? null,
    reload: () => void Promise.all([circles, roster, ...members].map(({ refetch }) => refetch())),
    /** Circles that have ended by that day. */
    ended: circles.data?.filter((circle) => !isOpenOn(circle, day)) ?? [],
    /** Undefined until the circles and the members are loaded. */
    columns: isLoaded
      ? buildColumns(openCircles, (circle) => members[openCircles.indexOf(circle)]?.data ?? [], roster.data)
      : undefined,
  };
}

/** If `date` is null, the query is off. The previous members stay while another day loads. */
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

/** The lists contain student numbers. */
export interface MembersChange {
  date: string;
  addedIds: readonly string[];
  removedIds: readonly string[];
  /** Returns the id of the circle in which the screen shows the student. */
  findCircleId: (studentId: string) => number | null;
}

/** A retry can fail again, because another user may change the members again. */
const maxRetries = 3;

/**
 * Saves a change of members, and merges it with changes by other users.
 * @throws ApiProblem STALE if another user has moved an added student (`findClashes`)
 */
export function useChangeMembers() {
  const { circleMembers, setCircleMembers } = useApi();
  return async (circleId: number, change: MembersChange) => {
    const { date, addedIds, removedIds, findCircleId } = change;
    for (let retries = 0; ; retries += 1) {
      const currentIds = (await circleMembers(circleId, date)).map(({ student_id }) => student_id);
      const newIds = addedIds.filter((studentId) => !currentIds.includes(studentId));
      const remainingIds = currentIds.filter((studentId) => !removedIds.includes(studentId));
      const seenMembers = [
        ...currentIds.map((student_id) => ({ student_id, circle_id: circleId })),
        ...newIds.map((student_id) => ({ student_id, circle_id: findCircleId(student_id) })),
      ];
      try {
        return await setCircleMembers(circleId, {
          student_ids: [...remainingIds, ...newIds],
          date,
          seen: seenMembers,
        });
      } catch (problem) {
        const isRetryable =
          storedRows(problem) !== null && findMovedStudents(problem, circleId, change).length === 0;
        if (!isRetryable || retries === maxRetries) throw problem;
      }
    }
  };
}

/** Returns added students that another user moved after the board loaded. */
const findMovedStudents = (
  problem: unknown,
  circleId: number,
  { addedIds, findCircleId }: MembersChange,
): StudentCircle[] =>
  (storedRows<StudentCircle>(problem) ?? []).filter(
    ({ student_id, circle_id }) =>
      addedIds.includes(student_id) && circle_id !== circleId && circle_id !== findCircleId(student_id),
  );

/** `mine` and `theirs` are names of circles. */
export interface CircleClash extends StudentCircle {
  mine: string;
  theirs: string;
}

export const findClashes = (
  problem: unknown,
  to: Circle,
  change: MembersChange,
  columns: readonly Column[],
): CircleClash[] =>
  findMovedStudents(problem, to.id, change).map((member) => {
    const circle = columns.find((column) => column.circle?.id === member.circle_id)?.circle ?? null;
    return { ...member, mine: to.name, theirs: columnName({ circle }) };
  });

/** The students in `theirs` stay in the circle that the other user chose. */
export const applyAnswers = (
  change: MembersChange,
  clashes: readonly CircleClash[],
  theirs: readonly CircleClash[],
): MembersChange => ({
  ...change,
  addedIds: change.addedIds.filter((studentId) => !theirs.some(({ student_id }) => student_id === studentId)),
  findCircleId: (studentId) => {
    const clash = clashes.find(({ student_id }) => student_id === studentId);
    return clash ? clash.circle_id : change.findCircleId(studentId);
  },
});

/** A subject has one write at a time, because each write reads and replaces all members. */
export const membersScope = (subjectCode: string) => ({ id: `circle-members-${subjectCode}` });

interface Move {
  student: Student;
  from: Circle | null;
  to: Circle | null;
  date: string;
  /** The circle that the clash dialog showed. The board may not have this circle yet. */
  seenCircleId?: number | null;
}

const expectedCircleId = ({ seenCircleId, from }: Move) =>
  seenCircleId === undefined ? (from?.id ?? null) : seenCircleId;

/** Moves a student to another circle from a day on, or removes the student from the circle. */
export function useMove({ subject_code }: Subject, columns: readonly Column[]) {
  const change = useChangeMembers();
  const { notifyDone, notifyProblem } = useNotices();
  const client = useQueryClient();
  const [clashedMove, setClashedMove] = useState<{ move: Move; clashes: readonly CircleClash[] } | null>(
    null,
  );
  const { mutate, isPending, variables } = useMutation({
    scope: membersScope(subject_code),
    mutationFn: async (move: Move) => {
      const { student, from, to, date } = move;
      const { student_id } = student;
      const findCircleId = () => expectedCircleId(move);
      if (to) return change(to.id, { date, addedIds: [student_id], removedIds: [], findCircleId });
      return from && change(from.id, { date, addedIds: [], removedIds: [student_id], findCircleId });
    },
    onSuccess: (saved, { student, from, to, date }) => {
      if (!saved) return;
      const name = student.full_name;
      // The cache changes before the reload, so that the name does not jump back for a moment.
      if (from)
        client.setQueryData<CircleMember[]>(membersKey(from.id, date), (members) =>
          members?.filter(({ student_id }) => student_id !== student.student_id),
        );
      client.setQueryData(membersKey((to ?? from)?.id ?? 0, date), saved.members);
      const message = to
        ? t('circles.moved', { student: name, circle: to.name })
        : t('circles.removed', { student: name, circle: from?.name ?? '' });
      notifyDone(message, saved);
    },
    onError: (problem, move) => {
      const { student, to, date } = move;
      const findCircleId = () => expectedCircleId(move);
      const membersChange = { date, addedIds: [student.student_id], removedIds: [], findCircleId };
      const clashes = to ? findClashes(problem, to, membersChange, columns) : [];
      if (clashes.length > 0) setClashedMove({ move, clashes });
      else notifyProblem(problem, t('circles.moveFailed'));
    },
  });
  return {
    /** Another user has moved the student, so the current user must choose a circle. */
    clashes: clashedMove?.clashes ?? [],
    resolveClashes: (theirs: readonly CircleClash[]) => {
      const [clash] = clashedMove?.clashes ?? [];
      setClashedMove(null);
      const from = columns.find(({ circle }) => circle?.id === clash?.circle_id)?.circle ?? null;
      if (clashedMove && clash && theirs.length === 0)
        mutate({ ...clashedMove.move, from, seenCircleId: clash.circle_id });
      else void client.invalidateQueries({ queryKey: ['circles'] });
    },
    dropClashes: () => setClashedMove(null),
    move: (next: Move) => {
      if (next.from?.id !== next.to?.id) mutate(next);
    },
    movingStudentId: isPending ? variables.student.student_id : null,
  };
}

/** Without the deleted circle in the cache, its members do not load again. */
export function useRemoveCachedCircle() {
  const client = useQueryClient();
  return ({ id, subject_code }: Circle) => {
    client.setQueryData<Circle[]>(circlesKey(subject_code), (circles) =>
      circles?.filter((circle) => circle.id !== id),
    );
    client.removeQueries({ queryKey: ['circles', 'members', id] });
  };
}

/** Closes the dialog after success. After an error, the dialog stays open and shows the error. */
export function useCircleWrite<Body, Answer>(
  call: (body: Body) => Promise<Answer>,
  message: string,
  onClose: () => void,
  scope?: { id: string },
) {
  const { notifyDone } = useNotices();
  const { mutate, isPending, error, reset, variables } = useMutation({
    ...(scope && { scope }),
    mutationFn: call,
    onSuccess: (answer) => {
      onClose();
      notifyDone(message, answer);
    },
  });
  return { send: mutate, isPending, error, reset, lastInput: variables };
}

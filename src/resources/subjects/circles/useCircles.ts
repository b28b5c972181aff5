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
import { type Column, columnsOf, isHeldOn, nameOf, type Student } from './circleModel';

const circlesKey = (subjectCode: string) => ['circles', 'of', subjectCode] as const;
const membersKey = (id: number, date: string) => ['circles', 'members', id, date] as const;

/** Above the number of students in any batch. */
const wholeBatch = 2_000;

/** The circles of an offering, and the students of its batch in them on a day; nothing is read if that is null. */
export function useBoard({ subject_code, batch_id }: Subject, date: string | null) {
  const { circlesOf, circleMembers } = useApi();
  const circles = useQuery({
    queryKey: circlesKey(subject_code),
    queryFn: () => circlesOf(subject_code),
    enabled: date !== null,
    staleTime: 0,
  });
  const day = date ?? '';
  const held = date === null ? [] : (circles.data?.filter((circle) => isHeldOn(circle, date)) ?? []);
  const members = useQueries({
    queries: held.map(({ id }) => ({
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
      pagination: { page: 1, perPage: wholeBatch },
    },
    { enabled: date !== null },
  );
  const failed = [circles, roster, ...members].find(({ data, error }) => error && !data);
  const isRead = date !== null && circles.data && roster.data && members.every(({ data }) => data);
  return {
    /** Set if nothing can be shown. */
    error: failed?.error ?? null,
    reload: () => void Promise.all([circles, roster, ...members].map(({ refetch }) => refetch())),
    /** Circles that have ended by that day. */
    ended: circles.data?.filter((circle) => !isHeldOn(circle, day)) ?? [],
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
  /** The circle in which an added student stood on the screen, by row number; null for none. */
  circleOf: (studentId: string) => number | null;
}

/** How often a change is merged with those that other people make meanwhile. */
const maxMerges = 3;

/**
 * Saves a change of members; other people's changes since the members were loaded stay.
 * @throws ApiProblem, STALE if somebody else has placed a student who is added meanwhile (`clashesIn`)
 */
export function useChangeMembers() {
  const { circleMembers, setCircleMembers } = useApi();
  return async (id: number, change: MembersChange) => {
    const { date, coming, leaving, circleOf } = change;
    for (let merges = 0; ; merges += 1) {
      const present = (await circleMembers(id, date)).map(({ student_id }) => student_id);
      const added = coming.filter((one) => !present.includes(one));
      const staying = present.filter((one) => !leaving.includes(one));
      const seen = [
        ...present.map((student_id) => ({ student_id, circle_id: id })),
        ...added.map((student_id) => ({ student_id, circle_id: circleOf(student_id) })),
      ];
      try {
        return await setCircleMembers(id, { student_ids: [...staying, ...added], date, seen });
      } catch (problem) {
        const isMerged = storedRows(problem) !== null && placedMeanwhile(problem, id, change).length === 0;
        if (!isMerged || merges === maxMerges) throw problem;
      }
    }
  };
}

/** Those to be added whom somebody else has placed in another circle, or taken out of theirs, since they were read. */
const placedMeanwhile = (
  problem: unknown,
  id: number,
  { coming, circleOf }: MembersChange,
): StudentCircle[] =>
  (storedRows<StudentCircle>(problem) ?? []).filter(
    ({ student_id, circle_id }) =>
      coming.includes(student_id) && circle_id !== id && circle_id !== circleOf(student_id),
  );

/** A student whom two people place in different circles; both by their names. */
export interface PlaceClash extends StudentCircle {
  mine: string;
  theirs: string;
}

/** What a refused change is to be asked about, student by student. */
export const clashesIn = (
  problem: unknown,
  to: Circle,
  change: MembersChange,
  columns: readonly Column[],
): PlaceClash[] =>
  placedMeanwhile(problem, to.id, change).map((one) => {
    const circle = columns.find((column) => column.circle?.id === one.circle_id)?.circle ?? null;
    return { ...one, mine: to.name, theirs: nameOf({ circle }) };
  });

/** The change once it is decided whose places stay as somebody else has set them. */
export const settledChange = (
  change: MembersChange,
  clashes: readonly PlaceClash[],
  theirs: readonly PlaceClash[],
): MembersChange => ({
  ...change,
  coming: change.coming.filter((one) => !theirs.some(({ student_id }) => student_id === one)),
  circleOf: (studentId) => {
    const clash = clashes.find(({ student_id }) => student_id === studentId);
    return clash ? clash.circle_id : change.circleOf(studentId);
  },
});

/** Changes of members in a subject run one after the other, because each reads all members and writes them again. */
export const oneByOne = (subjectCode: string) => ({ id: `circle-members-${subjectCode}` });

interface Move {
  student: Student;
  from: Circle | null;
  to: Circle | null;
  date: string;
  /** The circle that the person was told of, which the board may not have read. */
  seen?: number | null;
}

const seenCircle = ({ seen, from }: Move) => (seen === undefined ? (from?.id ?? null) : seen);

/** Moves one student from a day on: into a circle and out of the old one, or only out of it. */
export function useMove({ subject_code }: Subject, columns: readonly Column[]) {
  const change = useChangeMembers();
  const { notifyDone, notifyProblem } = useNotices();
  const client = useQueryClient();
  const [refused, setRefused] = useState<{ move: Move; clashes: readonly PlaceClash[] } | null>(null);
  const { mutate, isPending, variables } = useMutation({
    scope: oneByOne(subject_code),
    mutationFn: async (move: Move) => {
      const { student, from, to, date } = move;
      const { student_id } = student;
      const circleOf = () => seenCircle(move);
      if (to) return change(to.id, { date, coming: [student_id], leaving: [], circleOf });
      return from && change(from.id, { date, coming: [], leaving: [student_id], circleOf });
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
      notifyDone(sentence, saved);
    },
    onError: (problem, move) => {
      const { student, to, date } = move;
      const asked = { date, coming: [student.student_id], leaving: [], circleOf: () => seenCircle(move) };
      const clashes = to ? clashesIn(problem, to, asked, columns) : [];
      if (clashes.length > 0) setRefused({ move, clashes });
      else notifyProblem(problem, t('circles.moveFailed'));
    },
  });
  return {
    /** Somebody else has placed the student meanwhile: the two circles are to be chosen from. */
    clashes: refused?.clashes ?? [],
    settle: (theirs: readonly PlaceClash[]) => {
      const [clash] = refused?.clashes ?? [];
      setRefused(null);
      const from = columns.find(({ circle }) => circle?.id === clash?.circle_id)?.circle ?? null;
      if (refused && clash && theirs.length === 0) mutate({ ...refused.move, from, seen: clash.circle_id });
      else void client.invalidateQueries({ queryKey: ['circles'] });
    },
    dropClashes: () => setRefused(null),
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
  sentence: string,
  onClose: () => void,
  scope?: { id: string },
) {
  const { notifyDone } = useNotices();
  const { mutate, isPending, error, reset, variables } = useMutation({
    ...(scope && { scope }),
    mutationFn: write,
    onSuccess: (answer) => {
      onClose();
      notifyDone(sentence, answer);
    },
  });
  return { send: mutate, isPending, error, reset, /** What was sent last. */ sent: variables };
}

import { useEffect, useMemo, useState } from 'react';
import { useGetList, useGetOne } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import { parseRowId } from '../../../contract/fields';
import type { Subject } from '../../../contract/subjects';
import type { SubjectType } from '../../../contract/vocabulary';
import type { Sheet } from '../../dataProvider/teaching';
import { useToday } from '../../dataProvider/useInstitute';
import { useAddress } from '../../ui/page/useAddress';
import { type Recent, useLastDay, useRecents } from './recents';
import { useOnlyChoice } from './useChoices';

const fields = ['program_id', 'level', 'batch_id', 'subject_code', 'circle_id'] as const;
type Name = (typeof fields)[number];
type Chosen = Partial<Record<Name, string>>;

/** Programme, batch and subject of a teaching screen: in the address, and remembered for all of them. */
export interface OfferingChoice {
  programId: string | null;
  /** The level of the batches that are offered, on a screen that asks for it. */
  level: number | null;
  batchId: number | null;
  /** Undefined until it is loaded. */
  batch: Batch | undefined;
  /** The subjects of the batch, of the types that the screen shows. */
  subjects: readonly Subject[];
  isReadingSubjects: boolean;
  /** Given if they could not be read. */
  readSubjectsAgain: (() => void) | undefined;
  /** A subject is chosen, and not read yet. */
  isComing: boolean;
  subject: Subject | undefined;
  /** The chosen subject of the chosen batch, as teaching calls name it; keeps its identity. */
  offering: Sheet | null;
  /** What the address says of a circle; `useCircleChoice` reads it. */
  circle: string | null;
  /**
   * Changing the programme clears level, batch and subject; changing level or batch clears the subject, and each the
   * circle. Spec 2 §2.
   */
  chooseProgram: (id: string | null) => void;
  /** A batch of another level goes with it. */
  chooseLevel: (level: number | null) => void;
  chooseBatch: (batch: Batch | null) => void;
  chooseSubject: (code: string | null) => void;
  /** A subject with its batch. */
  chooseOffered: (subject: Pick<Subject, 'subject_code' | 'batch_id'>) => void;
  chooseCircle: (circle: string) => void;
  /** All at once. */
  chooseRecent: (recent: Recent) => void;
}

/** @param types the types of subject that the screen shows; all if left out */
export function useOfferingChoice(types?: readonly SubjectType[]): OfferingChoice {
  const { chosen, choose, isAwaited } = useRememberedChoice(fields, asChosen, types);
  const batchId = parseRowId(chosen.batch_id);
  const { batch, subjects: all, isReadingSubjects, readSubjectsAgain } = useBatchSubjects(batchId);
  const subjects = all.filter(({ type }) => types?.includes(type) ?? true);
  const subject = subjects.find(({ subject_code }) => subject_code === chosen.subject_code);

  const subjectCode = subject?.subject_code;
  /** The chosen programme; if none is chosen, the one of the batch. */
  const programOf = ({ program_id, batch_id }: Chosen) =>
    program_id ?? (batch_id === chosen.batch_id ? batch?.program_id : undefined) ?? null;
  const programId = programOf(chosen);
  const level = parseRowId(chosen.level);
  const circle = chosen.circle_id ?? null;
  useForgottenSubject(chosen.subject_code, all, isReadingSubjects);

  const batchName = batch?.batch_name;
  const offering = useMemo(
    () => (batchName && subjectCode ? { batchName, subjectCode } : null),
    [batchName, subjectCode],
  );

  return {
    programId,
    level,
    batchId,
    batch,
    subjects,
    isReadingSubjects,
    readSubjectsAgain,
    isComing:
      isAwaited ||
      (chosen.subject_code !== undefined && (isReadingSubjects || (subject !== undefined && !batch))),
    subject,
    offering,
    circle,
    ...choicesBy(choose, programOf, batch),
  };
}

/** What is chosen after another programme, level, batch, subject or circle. */
const choicesBy = (
  choose: (next: (before: Chosen) => Chosen) => void,
  programOf: (chosen: Chosen) => string | null,
  batch: Batch | undefined,
): Pick<OfferingChoice, Extract<keyof OfferingChoice, `choose${string}`>> => ({
  chooseProgram: (id) => choose(() => optional('program_id', id)),
  chooseLevel: (one) =>
    choose((before) => ({
      ...optional('program_id', before.program_id ?? null),
      ...optional('level', one === null ? null : String(one)),
      ...optional('batch_id', (one === null || batch?.level === one ? before.batch_id : null) ?? null),
    })),
  chooseBatch: (one) =>
    choose((before) => ({
      ...optional('level', before.level ?? null),
      ...optional('batch_id', one ? String(one.id) : null),
      ...optional('program_id', one?.program_id ?? programOf(before)),
    })),
  chooseSubject: (code) =>
    choose((before) => ({
      ...optional('program_id', programOf(before)),
      ...optional('level', before.level ?? null),
      ...optional('batch_id', before.batch_id ?? null),
      ...optional('subject_code', code),
    })),
  chooseOffered: ({ batch_id, subject_code }) =>
    choose((before) => ({
      ...optional('program_id', before.program_id ?? null),
      ...optional('level', before.level ?? null),
      ...optional('batch_id', batch_id === null ? null : String(batch_id)),
      ...optional('subject_code', subject_code),
    })),
  chooseCircle: (one) => choose((before) => ({ ...before, circle_id: one })),
  chooseRecent: (recent) => choose(() => asChosen(recent)),
});

/** As the address names it. */
export const asChosen = (
  { program_id, batch_id, subject_code, circle }: Recent,
  isBatchAlone = false,
): Chosen => ({
  ...optional('program_id', program_id),
  batch_id: String(batch_id),
  ...(isBatchAlone ? {} : { subject_code, ...optional('circle_id', circle) }),
});

/** What is not there any more, or not the person's, is not proposed again. */
function useForgottenSubject(code: string | undefined, subjects: readonly Subject[], isReading: boolean) {
  const { forget } = useRecents();
  const isGone =
    !isReading && subjects.length > 0 && !subjects.some(({ subject_code }) => subject_code === code);
  useEffect(() => {
    if (isGone && code !== undefined) forget(code);
  }, [isGone, code, forget]);
}

const optional = (name: Name, value: string | null): Chosen => (value === null ? {} : { [name]: value });

/** The most subjects of one batch that a choice shows. */
const maxSubjects = 500;

/** The list of the subjects of a batch in the order of their names. */
export const subjectsOfBatch = (batchId: number | null) =>
  ({
    filter: { batch_id: batchId },
    sort: { field: 'name', order: 'ASC' },
    pagination: { page: 1, perPage: maxSubjects },
  }) as const;

/** A batch and its subjects in the order of their names; nothing if `batchId` is null. */
export function useBatchSubjects(batchId: number | null) {
  const isChosen = batchId !== null;
  const {
    data: batch,
    error,
    refetch,
  } = useGetOne<Batch>('batches', { id: batchId ?? 0 }, { enabled: isChosen });
  const ofBatch = useGetList<Subject>('subjects', subjectsOfBatch(batchId), { enabled: isChosen });
  const { data: subjects, isPending } = ofBatch;
  const readAgain = () => {
    void ofBatch.refetch();
    if (!batch) void refetch();
  };
  return {
    /** Undefined until it is loaded. */
    batch: isChosen ? batch : undefined,
    batchError: isChosen ? error : null,
    readBatch: refetch,
    subjects: (isChosen && subjects) || [],
    isReadingSubjects: isChosen && isPending,
    readSubjectsAgain: isChosen && !subjects && ofBatch.error ? readAgain : undefined,
  };
}

type ChosenIn<N extends string> = Partial<Record<N, string>>;

/**
 * A choice with these names, which stands in the address. When a screen opens with none of them in its address, what was
 * chosen last and fits the screen is put there, with its day; else the only thing that the person can choose; else the
 * batch of what was chosen last.
 * @param asNames what the address says of a choice, or of its batch alone
 * @param types the types of subject that the screen shows; all if left out
 */
export function useRememberedChoice<N extends string>(
  names: readonly N[],
  asNames: (recent: Recent, isBatchAlone: boolean) => ChosenIn<N>,
  types?: readonly SubjectType[],
) {
  const [address, change] = useAddress();
  const hasNoChoice = (search: URLSearchParams) => !names.some((name) => search.has(name));
  /** Nothing is chosen because the person has said so. */
  const [isCleared, setIsCleared] = useState(false);
  const isOpening = hasNoChoice(address) && !isCleared;
  const { remembered, isBatchAlone, isAwaited } = useRemembered(types, isOpening);
  const kept = JSON.stringify(remembered === null ? {} : asNames(remembered, isBatchAlone));
  const readChoice = (search: URLSearchParams): ChosenIn<N> => {
    if (hasNoChoice(search)) return isCleared ? {} : (JSON.parse(kept) as ChosenIn<N>);
    return Object.fromEntries(
      names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])),
    ) as ChosenIn<N>;
  };
  const { lastDay } = useLastDay(useToday());
  useEffect(() => {
    if (!isOpening || kept === '{}') return;
    change((search) => {
      if (names.some((name) => search.has(name))) return;
      for (const [name, value] of Object.entries(JSON.parse(kept) as ChosenIn<N>))
        search.set(name, String(value));
      if (lastDay && !search.has('date')) search.set('date', lastDay);
    });
  }, [isOpening, kept, lastDay, names, change]);
  return {
    chosen: readChoice(address),
    /** It is not known yet whether there is but one thing to choose. */
    isAwaited,
    /** What is chosen was taken away on purpose: nothing is proposed in its place. */
    setCleared: () => setIsCleared(true),
    /** @param next returns the new choice from the one before */
    choose: (next: (before: ChosenIn<N>) => { [Name in N]?: string | null }) =>
      change((search) => {
        const now = next(readChoice(search));
        setIsCleared(!names.some((name) => now[name]));
        for (const name of names)
          if (now[name]) search.set(name, now[name]);
          else search.delete(name);
      }),
  };
}

/** What a screen opens with that is told nothing: null for nothing. */
function useRemembered(types: readonly SubjectType[] | undefined, isOpening: boolean) {
  const { recents } = useRecents();
  const fit = recents.find(({ type }) => types?.some((one) => one === type) ?? true);
  const single = useOnlyChoice(types, isOpening && !fit);
  const [last] = recents;
  return {
    remembered: fit ?? (single ? { ...single, circle: null } : (last ?? null)),
    /** Only its batch fits. */
    isBatchAlone: !fit && !single,
    isAwaited: !fit && single === undefined,
  };
}

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
type FieldName = (typeof fields)[number];
type ChosenFields = Partial<Record<FieldName, string>>;

/** The URL contains the choice. The other teaching screens remember the choice. */
export interface OfferingChoice {
  programId: string | null;
  /** Only screens that filter batches by level use this field. */
  level: number | null;
  batchId: number | null;
  batch: Batch | undefined;
  subjects: readonly Subject[];
  isLoadingSubjects: boolean;
  /** Undefined unless loading has failed. */
  retrySubjects: (() => void) | undefined;
  /** A subject is selected, but not loaded yet. */
  isLoading: boolean;
  subject: Subject | undefined;
  /** The code of the subject, also while the subject loads. */
  subjectCode: string | null;
  /** Identifies the subject and batch in teaching calls. The object keeps its identity. */
  offering: Sheet | null;
  /** The circle in the URL. `useCircleChoice` parses it. */
  circle: string | null;
  /** Clears level, batch and subject. A new level or batch clears the subject (spec 2 §2). */
  chooseProgram: (id: string | null) => void;
  /** Clears the batch if its level differs. */
  chooseLevel: (level: number | null) => void;
  chooseBatch: (batch: Batch | null) => void;
  chooseSubject: (code: string | null) => void;
  chooseSubjectOfBatch: (subject: Pick<Subject, 'subject_code' | 'batch_id'>) => void;
  chooseCircle: (circle: string) => void;
  chooseRecent: (recent: Recent) => void;
}

/** `types` are the subject types of the screen. Default: all types. */
export function useOfferingChoice(types?: readonly SubjectType[]): OfferingChoice {
  const { chosen, choose, isPending } = useRememberedChoice(fields, toFields, types);
  const batchId = parseRowId(chosen.batch_id);
  const { batch, subjects: batchSubjects, isLoadingSubjects, retrySubjects } = useBatchSubjects(batchId);
  const subjects = batchSubjects.filter(({ type }) => types?.includes(type) ?? true);
  const subject = subjects.find(({ subject_code }) => subject_code === chosen.subject_code);

  const subjectCode = subject?.subject_code;
  /** If no programme is selected, the programme of the batch is used. */
  const findProgramId = ({ program_id, batch_id }: ChosenFields) =>
    program_id ?? (batch_id === chosen.batch_id ? batch?.program_id : undefined) ?? null;
  const programId = findProgramId(chosen);
  const level = parseRowId(chosen.level);
  const circle = chosen.circle_id ?? null;
  useForgetMissingSubject(chosen.subject_code, batchSubjects, isLoadingSubjects);

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
    isLoadingSubjects,
    retrySubjects,
    isLoading:
      isPending ||
      (chosen.subject_code !== undefined && (isLoadingSubjects || (subject !== undefined && !batch))),
    subject,
    subjectCode: subjectCode ?? (isLoadingSubjects ? chosen.subject_code : null) ?? null,
    offering,
    circle,
    ...buildChoosers(choose, findProgramId, batch),
  };
}

const buildChoosers = (
  choose: (next: (before: ChosenFields) => ChosenFields) => void,
  findProgramId: (chosen: ChosenFields) => string | null,
  batch: Batch | undefined,
): Pick<OfferingChoice, Extract<keyof OfferingChoice, `choose${string}`>> => ({
  chooseProgram: (id) => choose(() => optional('program_id', id)),
  chooseLevel: (newLevel) =>
    choose((before) => ({
      ...optional('program_id', before.program_id ?? null),
      ...optional('level', newLevel === null ? null : String(newLevel)),
      ...optional(
        'batch_id',
        (newLevel === null || batch?.level === newLevel ? before.batch_id : null) ?? null,
      ),
    })),
  chooseBatch: (newBatch) =>
    choose((before) => ({
      ...optional('level', before.level ?? null),
      ...optional('batch_id', newBatch ? String(newBatch.id) : null),
      ...optional('program_id', newBatch?.program_id ?? findProgramId(before)),
    })),
  chooseSubject: (code) =>
    choose((before) => ({
      ...optional('program_id', findProgramId(before)),
      ...optional('level', before.level ?? null),
      ...optional('batch_id', before.batch_id ?? null),
      ...optional('subject_code', code),
    })),
  chooseSubjectOfBatch: ({ batch_id, subject_code }) =>
    choose((before) => ({
      ...optional('program_id', before.program_id ?? null),
      ...optional('level', before.level ?? null),
      ...optional('batch_id', batch_id === null ? null : String(batch_id)),
      ...optional('subject_code', subject_code),
    })),
  chooseCircle: (newCircle) => choose((before) => ({ ...before, circle_id: newCircle })),
  chooseRecent: (recent) => choose(() => toFields(recent)),
});

export const toFields = (
  { program_id, batch_id, subject_code, circle }: Recent,
  isBatchOnly = false,
): ChosenFields => ({
  ...optional('program_id', program_id),
  batch_id: String(batch_id),
  ...(isBatchOnly ? {} : { subject_code, ...optional('circle_id', circle) }),
});

/** A subject that is deleted or out of scope is not proposed again. */
function useForgetMissingSubject(code: string | undefined, subjects: readonly Subject[], isLoading: boolean) {
  const { forget } = useRecents();
  const isMissing =
    !isLoading && subjects.length > 0 && !subjects.some(({ subject_code }) => subject_code === code);
  useEffect(() => {
    if (isMissing && code !== undefined) forget(code);
  }, [isMissing, code, forget]);
}

const optional = (name: FieldName, value: string | null): ChosenFields =>
  value === null ? {} : { [name]: value };

const maxSubjects = 500;

export const subjectsOfBatch = (batchId: number | null) =>
  ({
    filter: { batch_id: batchId },
    sort: { field: 'name', order: 'ASC' },
    pagination: { page: 1, perPage: maxSubjects },
  }) as const;

/** Loads a batch and its subjects by name. Loads nothing if `batchId` is null. */
export function useBatchSubjects(batchId: number | null) {
  const isChosen = batchId !== null;
  const {
    data: batch,
    error,
    refetch,
  } = useGetOne<Batch>('batches', { id: batchId ?? 0 }, { enabled: isChosen });
  const subjectQuery = useGetList<Subject>('subjects', subjectsOfBatch(batchId), { enabled: isChosen });
  const { data: subjects, isPending } = subjectQuery;
  const retry = () => {
    void subjectQuery.refetch();
    if (!batch) void refetch();
  };
  return {
    batch: isChosen ? batch : undefined,
    batchError: isChosen ? error : null,
    refetchBatch: refetch,
    subjects: (isChosen && subjects) || [],
    isLoadingSubjects: isChosen && isPending,
    retrySubjects: isChosen && !subjects && subjectQuery.error ? retry : undefined,
  };
}

type ChosenParameters<N extends string> = Partial<Record<N, string>>;

/** Without a choice, proposes the last fitting choice, then the user's only choice, then the last batch. */
export function useRememberedChoice<N extends string>(
  names: readonly N[],
  toParameters: (recent: Recent, isBatchOnly: boolean) => ChosenParameters<N>,
  types?: readonly SubjectType[],
) {
  const [address, change] = useAddress();
  const hasNoChoice = (search: URLSearchParams) => !names.some((name) => search.has(name));
  const [isCleared, setIsCleared] = useState(false);
  const isOpening = hasNoChoice(address) && !isCleared;
  const { proposal, isBatchOnly, isPending } = useProposal(types, isOpening);
  const proposed = JSON.stringify(proposal === null ? {} : toParameters(proposal, isBatchOnly));
  const readChoice = (search: URLSearchParams): ChosenParameters<N> => {
    if (hasNoChoice(search)) return isCleared ? {} : (JSON.parse(proposed) as ChosenParameters<N>);
    return Object.fromEntries(
      names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])),
    ) as ChosenParameters<N>;
  };
  const { lastDay } = useLastDay(useToday());
  useEffect(() => {
    if (!isOpening || proposed === '{}') return;
    change((search) => {
      if (names.some((name) => search.has(name))) return;
      for (const [name, value] of Object.entries(JSON.parse(proposed) as ChosenParameters<N>))
        search.set(name, String(value));
      if (lastDay && !search.has('date')) search.set('date', lastDay);
    });
  }, [isOpening, proposed, lastDay, names, change]);
  return {
    chosen: readChoice(address),
    /** True until the hook knows whether the user has only one choice. */
    isPending,
    setCleared: () => setIsCleared(true),
    choose: (next: (before: ChosenParameters<N>) => { [Name in N]?: string | null }) =>
      change((search) => {
        const newChoice = next(readChoice(search));
        setIsCleared(!names.some((name) => newChoice[name]));
        for (const name of names)
          if (newChoice[name]) search.set(name, newChoice[name]);
          else search.delete(name);
      }),
  };
}

function useProposal(types: readonly SubjectType[] | undefined, isOpening: boolean) {
  const { recents } = useRecents();
  const fittingRecent = recents.find(({ type }) => types?.some((one) => one === type) ?? true);
  const onlyChoice = useOnlyChoice(types, isOpening && !fittingRecent);
  const [last] = recents;
  return {
    proposal: fittingRecent ?? (onlyChoice ? { ...onlyChoice, circle: null } : (last ?? null)),
    isBatchOnly: !fittingRecent && !onlyChoice,
    isPending: !fittingRecent && onlyChoice === undefined,
  };
}

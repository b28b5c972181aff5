import { useEffect, useMemo, useState } from 'react';
import { useGetList, useGetOne } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import { rowNumberIn } from '../../../contract/fields';
import type { Subject } from '../../../contract/subjects';
import type { SubjectType } from '../../../contract/vocabulary';
import { currentSession } from '../../dataProvider/session';
import type { Sheet } from '../../dataProvider/teaching';
import { useAddress } from '../page/useAddress';

const fields = ['program_id', 'batch_id', 'subject_code', 'circle_id'] as const;
type Name = (typeof fields)[number];
type Chosen = Partial<Record<Name, string>>;

/** Programme, batch and subject of a teaching screen: in the address, and remembered on the device. */
export interface OfferingChoice {
  programId: string | null;
  batchId: number | null;
  /** Undefined until it is loaded. */
  batch: Batch | undefined;
  /** The subjects of the batch, of the types that the screen shows. */
  subjects: readonly Subject[];
  isReadingSubjects: boolean;
  subject: Subject | undefined;
  /** The chosen subject of the chosen batch, as teaching calls name it; keeps its identity. */
  offering: Sheet | null;
  /** What the address says of a circle; `useCircleChoice` reads it. */
  circle: string | null;
  /** Changing the programme clears batch and subject; changing the batch clears the subject, and each the circle. Spec 2 §2. */
  chooseProgram: (id: string | null) => void;
  chooseBatch: (batch: Batch | null) => void;
  chooseSubject: (code: string | null) => void;
  chooseCircle: (circle: string) => void;
}

/**
 * @param screen the name under which the last choice is remembered
 * @param types the types of subject that the screen shows; all if left out
 */
export function useOfferingChoice(screen: string, types?: readonly SubjectType[]): OfferingChoice {
  const { chosen, choose, storageKey } = useRememberedChoice(fields, screen);
  const batchId = rowNumberIn(chosen.batch_id);
  const { batch, subjects: all, isReadingSubjects } = useBatchSubjects(batchId);
  const subjects = all.filter(({ type }) => types?.includes(type) ?? true);
  const subject = subjects.find(({ subject_code }) => subject_code === chosen.subject_code);

  const subjectCode = subject?.subject_code;
  /** The chosen programme; if none is chosen, the one of the batch. */
  const programOf = ({ program_id, batch_id }: Chosen) =>
    program_id ?? (batch_id === chosen.batch_id ? batch?.program_id : undefined) ?? null;
  const programId = programOf(chosen);
  const circle = chosen.circle_id ?? null;
  useEffect(() => {
    if (subjectCode === undefined || batchId === null) return;
    const last: Chosen = {
      ...(programId === null ? {} : { program_id: programId }),
      batch_id: String(batchId),
      subject_code: subjectCode,
      ...(circle === null ? {} : { circle_id: circle }),
    };
    localStorage.setItem(storageKey, JSON.stringify(last));
  }, [storageKey, programId, batchId, subjectCode, circle]);

  const batchName = batch?.batch_name;
  const offering = useMemo(
    () => (batchName && subjectCode ? { batchName, subjectCode } : null),
    [batchName, subjectCode],
  );

  return {
    programId,
    batchId,
    batch,
    subjects,
    isReadingSubjects,
    subject,
    offering,
    circle,
    chooseProgram: (id) => choose(() => optional('program_id', id)),
    chooseBatch: (one) =>
      choose((before) => ({
        ...optional('batch_id', one ? String(one.id) : null),
        ...optional('program_id', one?.program_id ?? programOf(before)),
      })),
    chooseSubject: (code) =>
      choose((before) => ({
        ...optional('program_id', programOf(before)),
        ...optional('batch_id', before.batch_id ?? null),
        ...optional('subject_code', code),
      })),
    chooseCircle: (one) => choose((before) => ({ ...before, circle_id: one })),
  };
}

const optional = (name: Name, value: string | null): Chosen => (value === null ? {} : { [name]: value });

/** The most subjects of one batch that a choice shows. */
const maxSubjects = 500;

/** A batch and its subjects in the order of their names; nothing if `batchId` is null. */
export function useBatchSubjects(batchId: number | null) {
  const isChosen = batchId !== null;
  const {
    data: batch,
    error,
    refetch,
  } = useGetOne<Batch>('batches', { id: batchId ?? 0 }, { enabled: isChosen });
  const { data: subjects, isPending } = useGetList<Subject>(
    'subjects',
    {
      filter: { batch_id: batchId },
      sort: { field: 'name', order: 'ASC' },
      pagination: { page: 1, perPage: maxSubjects },
    },
    { enabled: isChosen },
  );
  return {
    /** Undefined until it is loaded. */
    batch: isChosen ? batch : undefined,
    batchError: isChosen ? error : null,
    readBatch: refetch,
    subjects: (isChosen && subjects) || [],
    isReadingSubjects: isChosen && isPending,
  };
}

type ChosenIn<N extends string> = Partial<Record<N, string>>;

/**
 * A choice with these names. It stands in the address; when the screen opens with none in its address, the choice that
 * the device stores under `storageKey` counts.
 */
export function useRememberedChoice<N extends string>(names: readonly N[], screen: string) {
  const [address, changeAddress] = useAddress();
  const storageKey = `rasd.offering.${currentSession()?.user.id ?? 0}.${screen}`;
  const hasNoChoice = (search: URLSearchParams) => !names.some((name) => search.has(name));
  const [remembered] = useState(() => (hasNoChoice(address) ? rememberedChoice(names, storageKey) : {}));
  const [isOpening, setIsOpening] = useState(true);
  const readChoice = (search: URLSearchParams): ChosenIn<N> =>
    isOpening && hasNoChoice(search)
      ? remembered
      : (Object.fromEntries(
          names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])),
        ) as ChosenIn<N>);
  return {
    chosen: readChoice(address),
    /** @param next returns the new choice from the one before */
    choose: (next: (before: ChosenIn<N>) => { [Name in N]?: string | null }) => {
      setIsOpening(false);
      changeAddress((search) => {
        const now = next(readChoice(search));
        for (const name of names)
          if (now[name]) search.set(name, now[name]);
          else search.delete(name);
      });
    },
    storageKey,
  };
}

/** The choice that the device stores under a key, only these names; empty if the stored value is something else. */
function rememberedChoice<N extends string>(names: readonly N[], key: string): ChosenIn<N> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    const entries = Object.entries(stored ?? {}).filter(
      ([name, value]) => names.some((known) => known === name) && typeof value === 'string',
    );
    return Object.fromEntries(entries) as ChosenIn<N>;
  } catch {
    return {};
  }
}

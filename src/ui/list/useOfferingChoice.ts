import { useEffect, useState } from 'react';
import { useGetList, useGetOne } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import type { Subject } from '../../../contract/subjects';
import type { SubjectType } from '../../../contract/vocabulary';
import { currentSession } from '../../dataProvider/session';
import { useAddress } from '../page/useAddress';

const fields = ['program_id', 'batch_id', 'subject_code'] as const;
type Name = (typeof fields)[number];
type Chosen = Partial<Record<Name, string>>;

/** Programme, batch and subject of a teaching screen: in the address, and remembered on the device. */
export interface OfferingChoice {
  programId: string | null;
  batchId: number | null;
  /** Undefined until it is read. */
  batch: Batch | undefined;
  /** Those of the batch that the screen is for. */
  subjects: readonly Subject[];
  isReadingSubjects: boolean;
  subject: Subject | undefined;
  /** Changing the programme clears batch and subject; changing the batch clears the subject. Spec 2 §2. */
  chooseProgram: (id: string | null) => void;
  chooseBatch: (batch: Batch | null) => void;
  chooseSubject: (code: string | null) => void;
}

/**
 * @param screen under which the last choice is remembered
 * @param types of the subjects that the screen is for; without them all
 */
export function useOfferingChoice(screen: string, types?: readonly SubjectType[]): OfferingChoice {
  const [address, change] = useAddress();
  const place = `rasd.offering.${currentSession()?.user.id ?? 0}.${screen}`;
  // Only what the address itself does not say comes from the device, and only on arrival.
  const [remembered] = useState(() =>
    fields.some((name) => address.has(name)) ? {} : rememberedChoice(fields, place),
  );
  const [isArrival, setIsArrival] = useState(true);
  const chosenIn = (search: URLSearchParams): Chosen =>
    isArrival && !fields.some((name) => search.has(name)) ? remembered : choiceInAddress(fields, search);
  const chosen = chosenIn(address);

  const batchId = rowNumber(chosen.batch_id);
  const { batch, subjects: all, isReadingSubjects } = useBatchSubjects(batchId);
  const subjects = all.filter(({ type }) => types?.includes(type) ?? true);
  const subject = subjects.find(({ subject_code }) => subject_code === chosen.subject_code);

  /** @param next what is chosen from then on, from what has been chosen until then */
  const choose = (next: (before: Chosen) => Chosen) => {
    setIsArrival(false);
    change((search) => {
      const now = next(chosenIn(search));
      for (const name of fields)
        if (now[name]) search.set(name, now[name]);
        else search.delete(name);
    });
  };
  const subjectCode = subject?.subject_code;
  /** That of the batch where none was chosen. */
  const programOf = ({ program_id, batch_id }: Chosen) =>
    program_id ?? (batch_id === chosen.batch_id ? batch?.program_id : undefined) ?? null;
  const programId = programOf(chosen);
  useEffect(() => {
    if (subjectCode === undefined || batchId === null) return;
    const last: Chosen = {
      ...(programId === null ? {} : { program_id: programId }),
      batch_id: String(batchId),
      subject_code: subjectCode,
    };
    localStorage.setItem(place, JSON.stringify(last));
  }, [place, programId, batchId, subjectCode]);

  return {
    programId,
    batchId,
    batch,
    subjects,
    isReadingSubjects,
    subject,
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
  };
}

const optional = (name: Name, value: string | null): Chosen => (value === null ? {} : { [name]: value });

/** The most subjects of one batch that a choice shows. */
const maxSubjects = 500;

/** A batch and its subjects by name; nothing where none is chosen. */
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
    /** Undefined until it is read. */
    batch: isChosen ? batch : undefined,
    batchError: isChosen ? error : null,
    readBatch: refetch,
    subjects: (isChosen && subjects) || [],
    isReadingSubjects: isChosen && isPending,
  };
}

type ChosenIn<N extends string> = Partial<Record<N, string>>;

/** The row number that a text says; null where it says none. */
export const rowNumber = (text: string | undefined): number | null =>
  text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;

/** What an address says of a choice, by these names. */
export const choiceInAddress = <N extends string>(
  names: readonly N[],
  address: URLSearchParams,
): ChosenIn<N> =>
  Object.fromEntries(
    names.flatMap((name) => (address.get(name) ? [[name, address.get(name)]] : [])),
  ) as ChosenIn<N>;

/** The last choice of these names that the device remembers under a key; none where it stores something else there. */
export function rememberedChoice<N extends string>(names: readonly N[], key: string): ChosenIn<N> {
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

import { useCallback, useEffect, useState } from 'react';
import { useGetList, useGetOne } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { Batch } from '../../contract/batches';
import type { Subject } from '../../contract/subjects';
import type { SubjectType } from '../../contract/vocabulary';
import { currentSession } from '../dataProvider/session';

/** The most subjects of one batch that a choice shows. */
const mostSubjects = 500;
const names = ['program_id', 'batch_id', 'subject_code'] as const;
type Name = (typeof names)[number];
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
  const [address, setAddress] = useSearchParams();
  const place = `rasd.offering.${currentSession()?.user.id ?? 0}.${screen}`;
  // Only what the address itself does not say comes from the device, and only on arrival.
  const [remembered] = useState(() => (names.some((name) => address.has(name)) ? {} : storedChoice(place)));
  const [isArrival, setIsArrival] = useState(true);
  const chosen: Chosen =
    isArrival && !names.some((name) => address.has(name)) ? remembered : fromAddress(address);

  const batchId = positive(chosen.batch_id);
  const { data: batch } = useGetOne<Batch>('batches', { id: batchId ?? 0 }, { enabled: batchId !== null });
  const { data, isPending } = useGetList<Subject>(
    'subjects',
    {
      filter: { batch_id: batchId },
      sort: { field: 'name', order: 'ASC' },
      pagination: { page: 1, perPage: mostSubjects },
    },
    { enabled: batchId !== null },
  );
  const subjects = (data ?? []).filter(({ type }) => types?.includes(type) ?? true);
  const subject = subjects.find(({ subject_code }) => subject_code === chosen.subject_code);

  const choose = useCallback(
    (now: Chosen) => {
      setIsArrival(false);
      setAddress(
        (before) => {
          const after = new URLSearchParams(before);
          for (const name of names)
            if (now[name]) after.set(name, now[name]);
            else after.delete(name);
          return after;
        },
        { replace: true },
      );
    },
    [setAddress],
  );
  const subjectCode = subject?.subject_code;
  const programId = chosen.program_id ?? batch?.program_id ?? null;
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
    batch: batchId === null ? undefined : batch,
    subjects,
    isReadingSubjects: batchId !== null && isPending,
    subject,
    chooseProgram: (id) => choose(id === null ? {} : { program_id: id }),
    chooseBatch: (one) =>
      choose({
        ...(one ? { batch_id: String(one.id) } : {}),
        ...optional('program_id', one?.program_id ?? programId),
      }),
    chooseSubject: (code) =>
      choose({
        ...optional('program_id', programId),
        ...optional('batch_id', batchId === null ? null : String(batchId)),
        ...optional('subject_code', code),
      }),
  };
}

const optional = (name: Name, value: string | null): Chosen => (value === null ? {} : { [name]: value });
const positive = (text: string | undefined) => (text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null);

const fromAddress = (address: URLSearchParams): Chosen =>
  Object.fromEntries(names.flatMap((name) => (address.get(name) ? [[name, address.get(name)]] : [])));

function storedChoice(place: string): Chosen {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place) ?? '{}');
    const entries = Object.entries(stored ?? {}).filter(
      ([name, value]) => names.some((known) => known === name) && typeof value === 'string',
    );
    return Object.fromEntries(entries) as Chosen;
  } catch {
    return {};
  }
}

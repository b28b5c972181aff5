import { useEffect, useState } from 'react';
import { useGetList, useGetOne } from 'react-admin';
import type { Batch } from '../../../../contract/batches';
import type { Subject } from '../../../../contract/subjects';
import { isNotFound } from '../../../dataProvider/ApiProblem';
import { currentSession } from '../../../dataProvider/session';
import { choiceInAddress, rememberedChoice, rowNumber } from '../../../ui/list/choiceNames';
import { useAddress } from '../../../ui/page/useAddress';

const names = ['program_id', 'level', 'batch_id', 'subject_id'] as const;
type Name = (typeof names)[number];
type Chosen = Partial<Record<Name, string>>;

/** The most batches whose levels are offered. */
const maxBatches = 1_000;

/** Programme, level, batch and subject: in the address, and remembered on the device. */
export function useAssignmentChoice() {
  const [address, changeAddress] = useAddress();
  const place = `rasd.offering.${currentSession()?.user.id ?? 0}.assignments`;
  // Only where the address says nothing, and only on arrival.
  const [remembered] = useState(() => rememberedChoice(names, place));
  const [isArrival, setIsArrival] = useState(true);
  const chosenIn = (search: URLSearchParams): Chosen =>
    isArrival && !names.some((name) => search.has(name)) ? remembered : choiceInAddress(names, search);
  const chosen = chosenIn(address);

  const programId = chosen.program_id ?? null;
  const level = rowNumber(chosen.level);
  const batchId = rowNumber(chosen.batch_id);
  const subjectId = rowNumber(chosen.subject_id);
  const ofProgram = programId === null ? {} : { program_id: programId };
  const { data: batches } = useGetList<Batch>('batches', {
    filter: ofProgram,
    sort: { field: 'id', order: 'DESC' },
    pagination: { page: 1, perPage: maxBatches },
  });
  const { data: batch } = useGetOne<Batch>('batches', { id: batchId ?? 0 }, { enabled: batchId !== null });
  const { data: subject, error } = useGetOne<Subject>(
    'subjects',
    { id: subjectId ?? 0 },
    { enabled: subjectId !== null },
  );

  const toRemember = subject ? JSON.stringify(chosen) : null;
  useEffect(() => {
    if (toRemember !== null) localStorage.setItem(place, toRemember);
  }, [place, toRemember]);

  const choose = (changes: Partial<Record<Name, string | null>>) => {
    setIsArrival(false);
    changeAddress((search) => {
      const now = { ...chosenIn(search), ...changes };
      for (const name of names)
        if (now[name] == null) search.delete(name);
        else search.set(name, now[name]);
    });
  };
  return {
    programId,
    level,
    batchId,
    batch: batchId === null ? undefined : batch,
    subjectId,
    subject: subjectId === null || error ? undefined : subject,
    /** The subject of the address is not, or no longer, in reach. */
    isSubjectMissing: isNotFound(error),
    levels: levelsOf(batches ?? []),
    batchFilter: { ...ofProgram, ...(level === null ? {} : { level }) },
    subjectFilter: {
      ...ofProgram,
      ...(batchId === null ? (level === null ? {} : { level }) : { batch_id: batchId }),
    },
    /** Spec 2 §2: another programme resets batch and subject, another level or batch the subject. */
    chooseProgram: (id: string | null) =>
      choose({ program_id: id, level: null, batch_id: null, subject_id: null }),
    /** A batch of another level goes with it. */
    chooseLevel: (one: number | null) =>
      choose({
        level: one === null ? null : String(one),
        subject_id: null,
        ...(one === null || batch?.level === one ? {} : { batch_id: null }),
      }),
    chooseBatch: (one: Batch | null) =>
      choose({
        batch_id: one ? String(one.id) : null,
        subject_id: null,
        ...(one ? { program_id: one.program_id } : {}),
      }),
    chooseSubject: (one: Subject | null) => choose({ subject_id: one ? String(one.id) : null }),
  };
}

export type AssignmentChoice = ReturnType<typeof useAssignmentChoice>;

/** The levels that batches are on, each once, lowest first. */
export const levelsOf = (batches: readonly Pick<Batch, 'level'>[]): number[] =>
  [...new Set(batches.flatMap(({ level }) => level ?? []))].toSorted((a, b) => a - b);

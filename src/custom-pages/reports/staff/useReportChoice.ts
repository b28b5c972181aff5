import { useEffect, useRef, useState } from 'react';
import { useGetList, useGetOne } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { Batch } from '../../../../contract/batches';
import type { Subject } from '../../../../contract/subjects';
import { writeSelection, isShownIn, readSelection } from './selectionAddress';
import { applyChange, missingIn, nothingChosen, rangeProblem, type Selection } from './staffReportModel';

/** The most subjects of one batch that the form offers. */
const maxSubjects = 500;

/** The settings of a report, which stand in the address so that a report can be linked. */
export function useReportChoice() {
  const [address, setAddress] = useSearchParams();
  /** Whether the person has asked for the report with what is chosen: from then on the form says what is missing. */
  const [isAsked, setIsAsked] = useState(false);
  /** What was chosen last, until the address has it: a second choice may come sooner. */
  const chosen = useRef<Selection | null>(null);
  useEffect(() => {
    chosen.current = null;
  }, [address]);
  const inAddress = readSelection(address);
  const { batchId } = inAddress;
  const {
    data: batch,
    error: batchError,
    refetch: readBatch,
  } = useGetOne<Batch>('batches', { id: batchId ?? 0 }, { enabled: batchId !== null });
  const { data: subjects, isPending } = useGetList<Subject>(
    'subjects',
    {
      filter: { batch_id: batchId },
      sort: { field: 'name', order: 'ASC' },
      pagination: { page: 1, perPage: maxSubjects },
    },
    { enabled: batchId !== null },
  );
  // A link may name the batch alone.
  const selection: Selection = {
    ...inAddress,
    programId: inAddress.programId ?? (batchId === null ? null : (batch?.program_id ?? null)),
  };
  const missing = missingIn(selection);
  const isFit = missing === null && rangeProblem(selection) === null;

  const put = (now: Selection, isShown: boolean) => {
    chosen.current = now;
    setAddress((before) => writeSelection(before, now, isShown), { replace: true });
  };
  return {
    selection,
    batch: batchId === null ? undefined : batch,
    batchError: batchId === null ? null : batchError,
    readBatch,
    subjects: batchId === null ? [] : (subjects ?? []),
    isReadingSubjects: batchId !== null && isPending,
    /** What the form lacks, once the report was asked for. */
    missing: isAsked ? missing : null,
    /** The result of other settings goes. */
    choose: (change: Partial<Selection>) => {
      const now = applyChange(chosen.current ?? selection, change);
      if ('type' in change) setIsAsked(false);
      put(now, false);
    },
    clear: () => {
      setIsAsked(false);
      put(nothingChosen, false);
    },
    isShown: isShownIn(address) && isFit,
    /** Asks for the report; answers what is missing, null when nothing is. */
    generate: () => {
      setIsAsked(true);
      if (isFit) put(selection, true);
      return missing;
    },
  };
}
export type ReportChoice = ReturnType<typeof useReportChoice>;

import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { KindFilter } from '../../../../contract/dailyRecords';
import { dailyDocument } from '../../../../contract/documents/daily';
import type { ReportDocument } from '../../../../contract/documents/document';
import { studentSubjectDocument, subjectDocument } from '../../../../contract/documents/subject';
import { transcriptDocument } from '../../../../contract/documents/transcript';
import { paperText as say } from '../../../../contract/reports/paperText';
import { recordKinds } from '../../../../contract/vocabulary';
import type { Api } from '../../../dataProvider';
import { useServerFeatures } from '../../../dataProvider/serverFeatures';
import { useApi } from '../../../dataProvider/useApi';
import { useKindNames } from '../../../features/hearing/hearingSettings';
import { type Recent, useLastRange, useRecents } from '../../../features/teaching-context/recents';
import {
  asChosen,
  useBatchSubjects,
  useRememberedChoice,
} from '../../../features/teaching-context/useOfferingChoice';
import { t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import {
  applyChange,
  applyRecent,
  isShownIn,
  keepFitting,
  missingIn,
  nothingChosen,
  rangeProblem,
  readSelection,
  recordsIn,
  type Selection,
  subjectTypesOf,
  withRange,
  writeSelection,
} from './staffReportModel';

/** The answer of the server with its type. */
type Answer =
  | { type: 'transcript'; report: Awaited<ReturnType<Api['transcriptReport']>> }
  | { type: 'student-subject'; report: Awaited<ReturnType<Api['studentSubjectReport']>> }
  | { type: 'subject-sheet'; report: Awaited<ReturnType<Api['subjectReport']>> }
  | { type: 'daily-log' | 'daily-range'; report: Awaited<ReturnType<Api['dailyReport']>> };

/** The requested report. Undefined until it is loaded. */
export function useStaffReport({ selection, batch, batchError, readBatch, isShown }: ReportChoice) {
  const { notifyError } = useNotices();
  const api = useApi();
  const batchName = batch?.batch_name;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['reports', 'staff', batchName, selection],
    queryFn: () => readReport(api, selection, batchName ?? ''),
    enabled: isShown && batchName !== undefined,
    // Marks may change elsewhere, so each request loads the report again.
    staleTime: 0,
  });
  const { level } = selection;
  const document = useMemo(
    () => (isShown && data ? documentOf(data, level) : undefined),
    [isShown, data, level],
  );
  const problem = isShown ? (error ?? batchError) : null;
  useEffect(() => {
    if (problem) notifyError(t('staffReports.failed'));
  }, [problem, notifyError]);
  return {
    /** Keeps its identity while the answer of the server is the same. */
    document,
    problem,
    isFetching,
    /** Loads again what failed or is old. */
    refetch: () => void (batch ? refetch() : readBatch()),
    /** The same as a promise. @throws ApiProblem */
    reread: () => refetch({ throwOnError: true }),
  };
}

async function readReport(api: Api, selection: Selection, batchName: string): Promise<Answer> {
  const { type } = selection;
  const studentId = selection.studentId ?? '';
  const subjectCode = selection.subjectCode ?? '';
  switch (type) {
    case 'transcript':
      return { type, report: await api.transcriptReport(studentId, batchName, selection.level ?? undefined) };
    case 'student-subject':
      return { type, report: await api.studentSubjectReport(studentId, subjectCode, batchName) };
    case 'subject-sheet':
      return { type, report: await api.subjectReport(subjectCode, batchName) };
    case 'daily-log':
      return {
        type,
        report: await api.dailyReport(studentId, subjectCode, { batchName, ...recordsIn(selection) }),
      };
    case 'daily-range':
      return {
        type,
        report: await api.dailyRangeReport({
          batchName,
          subjectCode,
          startDate: selection.startDate ?? '',
          endDate: selection.endDate ?? '',
          ...(studentId === '' ? {} : { studentId }),
          ...recordsIn(selection),
        }),
      };
    default:
      throw new Error('no type of report is chosen');
  }
}

function documentOf(answer: Answer, level: number | null): ReportDocument {
  switch (answer.type) {
    case 'transcript':
      return transcriptDocument(answer.report, level);
    case 'student-subject':
      return studentSubjectDocument(answer.report);
    case 'subject-sheet':
      return subjectDocument(answer.report);
    default:
      return dailyDocument(answer.report, answer.type === 'daily-range');
  }
}

const isComplete = (selection: Selection) =>
  missingIn(selection) === null && rangeProblem(selection) === null;

const hasBasis = ({ programId, batchId }: Selection) => programId !== null || batchId !== null;

/** Where one of them stands in the address, nothing is proposed that was chosen on another screen. */
const chosenNames = ['program_id', 'batch_id', 'subject_code', 'circle_id', 'student_id'] as const;

/** What the address says, with what is remembered also before it stands there. */
function useSelection(address: URLSearchParams) {
  const remembered = useRememberedChoice<(typeof chosenNames)[number]>(
    chosenNames,
    asChosen,
    subjectTypesOf(readSelection(address).type),
  );
  const inAddress = readSelection(
    new URLSearchParams({ ...Object.fromEntries(address), ...remembered.chosen }),
  );
  const { batchId } = inAddress;
  const ofBatch = useBatchSubjects(batchId);
  // A link may name only the batch.
  const selection: Selection = {
    ...inAddress,
    programId: inAddress.programId ?? ofBatch.batch?.program_id ?? null,
  };
  return { remembered, ofBatch, selection };
}

/**
 * The settings of a report, in the address, so that a report can be linked. Batch and subject are those of the other
 * teaching screens until others are chosen.
 */
export function useReportChoice() {
  const [address, setAddress] = useSearchParams();
  /** Whether the report was requested with these settings: then the form shows what is missing. */
  const [isAsked, setIsAsked] = useState(false);
  /** The latest selection, until the address has it: a second choice may come sooner. */
  const chosen = useRef<Selection | null>(null);
  useEffect(() => {
    chosen.current = null;
  }, [address]);
  const { remembered, ofBatch, selection } = useSelection(address);
  const { recents } = useRecents();
  const range = useRangeMemory();
  const missing = missingIn(selection);

  const put = (now: Selection, isShown: boolean) => {
    range.keep(selection, now);
    if (!hasBasis(now) && hasBasis(chosen.current ?? selection)) remembered.setCleared();
    chosen.current = now;
    setAddress((before) => writeSelection(before, now, isShown), { replace: true });
  };
  return {
    selection,
    ...ofBatch,
    /** The missing fields, once the report was requested. */
    missing: isAsked ? missing : null,
    /** Hides the result of the old settings. */
    choose: (changed: Partial<Selection>) => {
      const before = chosen.current ?? selection;
      const applied = applyChange(before, changed);
      const now = 'type' in changed ? range.propose(applied) : applied;
      if ('type' in changed) setIsAsked(false);
      const known = [...ofBatch.subjects, ...recents];
      put(before.type === null ? keepFitting(before, now, known) : now, false);
    },
    /** Batch, subject and circle at once. */
    chooseRecent: (recent: Recent) => put(applyRecent(chosen.current ?? selection, recent), false),
    clear: () => {
      setIsAsked(false);
      remembered.setCleared();
      put(nothingChosen, false);
    },
    isShown: isShownIn(address) && isComplete(selection),
    /** Requests the report; returns what is missing, or null. */
    generate: () => {
      setIsAsked(true);
      const now = chosen.current ?? selection;
      if (isComplete(now)) put(now, true);
      return missingIn(now);
    },
  };
}
/** The days of the last report of a range: the next one begins with them. */
function useRangeMemory() {
  const [last, setLast] = useLastRange();
  return {
    propose: (selection: Selection) => withRange(selection, last),
    keep: (before: Selection, { startDate, endDate }: Selection) => {
      if (startDate !== before.startDate || endDate !== before.endDate) setLast({ startDate, endDate });
    },
  };
}

export type ReportChoice = ReturnType<typeof useReportChoice>;

/** The kinds of daily records and their names in the institute, and all kinds; empty if the server has no kinds. */
export function useKindChoices(): readonly (readonly [KindFilter, string])[] {
  const features = useServerFeatures();
  const names = useKindNames();
  if (!features.has('recordKinds')) return [];
  return [...recordKinds.map((kind) => [kind, names[kind]] as const), ['all', say.allKinds]];
}

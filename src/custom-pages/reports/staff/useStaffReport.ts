import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { dailyDocument } from '../../../../contract/documents/daily';
import type { ReportDocument } from '../../../../contract/documents/document';
import { studentSubjectDocument, subjectDocument } from '../../../../contract/documents/subject';
import { transcriptDocument } from '../../../../contract/documents/transcript';
import type { Api } from '../../../dataProvider';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import { useBatchSubjects } from '../../../ui/list/useOfferingChoice';
import {
  applyChange,
  isShownIn,
  missingIn,
  nothingChosen,
  rangeProblem,
  readSelection,
  recordsIn,
  type Selection,
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

/** The settings of a report, in the address, so that a report can be linked. */
export function useReportChoice() {
  const [address, setAddress] = useSearchParams();
  /** Whether the report was requested with these settings: then the form shows what is missing. */
  const [isAsked, setIsAsked] = useState(false);
  /** The latest selection, until the address has it: a second choice may come sooner. */
  const chosen = useRef<Selection | null>(null);
  useEffect(() => {
    chosen.current = null;
  }, [address]);
  const inAddress = readSelection(address);
  const { batchId } = inAddress;
  const ofBatch = useBatchSubjects(batchId);
  // A link may name only the batch.
  const selection: Selection = {
    ...inAddress,
    programId: inAddress.programId ?? ofBatch.batch?.program_id ?? null,
  };
  const missing = missingIn(selection);

  const put = (now: Selection, isShown: boolean) => {
    chosen.current = now;
    setAddress((before) => writeSelection(before, now, isShown), { replace: true });
  };
  return {
    selection,
    ...ofBatch,
    /** The missing fields, once the report was requested. */
    missing: isAsked ? missing : null,
    /** Hides the result of the old settings. */
    choose: (change: Partial<Selection>) => {
      const now = applyChange(chosen.current ?? selection, change);
      if ('type' in change) setIsAsked(false);
      put(now, false);
    },
    clear: () => {
      setIsAsked(false);
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
export type ReportChoice = ReturnType<typeof useReportChoice>;

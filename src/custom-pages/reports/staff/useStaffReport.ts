import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { KindFilter } from '../../../../contract/dailyRecords';
import { dailyDocument } from '../../../../contract/documents/daily';
import { documentFor, type ReportDocument } from '../../../../contract/documents/document';
import { studentSubjectDocument, subjectDocument } from '../../../../contract/documents/subject';
import { transcriptDocument } from '../../../../contract/documents/transcript';
import { paperText as labels } from '../../../../contract/reports/paperText';
import { recordKinds } from '../../../../contract/vocabulary';
import type { Api } from '../../../dataProvider';
import { useServerFeatures } from '../../../dataProvider/serverFeatures';
import { useApi } from '../../../dataProvider/useApi';
import { useKindNames } from '../../../features/hearing/hearingSettings';
import { type Recent, useLastRange, useRecents } from '../../../features/teaching-context/recents';
import {
  toFields,
  useBatchSubjects,
  useRememberedChoice,
} from '../../../features/teaching-context/useOfferingChoice';
import { t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import {
  applyChange,
  applyRecent,
  isReportRequested,
  keepFittingSubject,
  findMissing,
  emptySelection,
  rangeProblem,
  readSelection,
  recordsQuery,
  type Selection,
  reportedSubjectTypes,
  addLastRange,
  writeSelection,
} from './staffReportModel';

type Answer =
  | { type: 'transcript'; report: Awaited<ReturnType<Api['transcriptReport']>> }
  | { type: 'student-subject'; report: Awaited<ReturnType<Api['studentSubjectReport']>> }
  | { type: 'subject-sheet'; report: Awaited<ReturnType<Api['subjectReport']>> }
  | { type: 'daily-log' | 'daily-range'; report: Awaited<ReturnType<Api['dailyReport']>> };

export function useStaffReport({ selection, batch, batchError, refetchBatch, isShown }: ReportChoice) {
  const { notifyError } = useNotices();
  const api = useApi();
  const batchName = batch?.batch_name;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['reports', 'staff', batchName, selection],
    queryFn: () => loadReport(api, selection, batchName ?? ''),
    enabled: isShown && batchName !== undefined,
    // Another user may change marks, so each request loads the report again.
    staleTime: 0,
  });
  const { level } = selection;
  const section = batch?.section;
  const document = useMemo(
    () => (isShown && data ? documentFor(section, buildDocument(data, level)) : undefined),
    [isShown, data, level, section],
  );
  const problem = isShown ? (error ?? batchError) : null;
  useEffect(() => {
    if (problem) notifyError(t('staffReports.failed'));
  }, [problem, notifyError]);
  return {
    /** Undefined while it loads. The object is stable until the server's response changes. */
    document,
    problem,
    isFetching,
    /** Reloads the report, or the batch if the batch is missing. */
    refetch: () => void (batch ? refetch() : refetchBatch()),
    /** @throws ApiProblem */
    reload: () => refetch({ throwOnError: true }),
  };
}

async function loadReport(api: Api, selection: Selection, batchName: string): Promise<Answer> {
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
        report: await api.dailyReport(studentId, subjectCode, { batchName, ...recordsQuery(selection) }),
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
          ...recordsQuery(selection),
        }),
      };
    default:
      throw new Error('The report has no type');
  }
}

function buildDocument(answer: Answer, level: number | null): ReportDocument {
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
  findMissing(selection) === null && rangeProblem(selection) === null;

const hasProgramOrBatch = ({ programId, batchId }: Selection) => programId !== null || batchId !== null;

/** If the URL has one of these parameters, the remembered choice of other screens does not apply. */
const choiceParams = ['program_id', 'batch_id', 'subject_code', 'circle_id', 'student_id'] as const;

/** Reads the selection from the URL. A remembered choice counts even before the URL has it. */
function useSelection(searchParams: URLSearchParams) {
  const rememberedChoice = useRememberedChoice<(typeof choiceParams)[number]>(
    choiceParams,
    toFields,
    reportedSubjectTypes(readSelection(searchParams).type),
  );
  const urlSelection = readSelection(
    new URLSearchParams({ ...Object.fromEntries(searchParams), ...rememberedChoice.chosen }),
  );
  const { batchId } = urlSelection;
  const batchData = useBatchSubjects(batchId);
  // A link may have only the batch.
  const selection: Selection = {
    ...urlSelection,
    programId: urlSelection.programId ?? batchData.batch?.program_id ?? null,
  };
  return { rememberedChoice, batchData, selection };
}

/** The settings are in the URL, so that users can share a link to a report. */
export function useReportChoice() {
  const [searchParams, setSearchParams] = useSearchParams();
  /** After a request, the form shows the missing fields. */
  const [isRequested, setIsRequested] = useState(false);
  /** The latest selection, until the URL has it. A second choice may come before the URL changes. */
  const latest = useRef<Selection | null>(null);
  useEffect(() => {
    latest.current = null;
  }, [searchParams]);
  const { rememberedChoice, batchData, selection } = useSelection(searchParams);
  const { recents } = useRecents();
  const rangeMemory = useRangeMemory();
  const missingChoice = findMissing(selection);

  const saveSelection = (next: Selection, isShown: boolean) => {
    rangeMemory.store(selection, next);
    if (!hasProgramOrBatch(next) && hasProgramOrBatch(latest.current ?? selection))
      rememberedChoice.setCleared();
    latest.current = next;
    setSearchParams((before) => writeSelection(before, next, isShown), { replace: true });
  };
  return {
    selection,
    ...batchData,
    missing: isRequested ? missingChoice : null,
    /** A change of the settings hides the report of the old settings. */
    choose: (changed: Partial<Selection>) => {
      const before = latest.current ?? selection;
      const changedSelection = applyChange(before, changed);
      const next = 'type' in changed ? rangeMemory.propose(changedSelection) : changedSelection;
      if ('type' in changed) setIsRequested(false);
      const knownSubjects = [...batchData.subjects, ...recents];
      saveSelection(before.type === null ? keepFittingSubject(before, next, knownSubjects) : next, false);
    },
    chooseRecent: (recent: Recent) => saveSelection(applyRecent(latest.current ?? selection, recent), false),
    clear: () => {
      setIsRequested(false);
      rememberedChoice.setCleared();
      saveSelection(emptySelection, false);
    },
    isShown: isReportRequested(searchParams) && isComplete(selection),
    /** Requests the report. Returns the fields that the user must fill in first, or null. */
    generate: () => {
      setIsRequested(true);
      const current = latest.current ?? selection;
      if (isComplete(current)) saveSelection(current, true);
      return findMissing(current);
    },
  };
}
/** The next report of several days starts with the days of the last one. */
function useRangeMemory() {
  const [lastRange, setLastRange] = useLastRange();
  return {
    propose: (selection: Selection) => addLastRange(selection, lastRange),
    store: (before: Selection, { startDate, endDate }: Selection) => {
      if (startDate !== before.startDate || endDate !== before.endDate) setLastRange({ startDate, endDate });
    },
  };
}

export type ReportChoice = ReturnType<typeof useReportChoice>;

/**
 * Returns the kinds with the institute's names, and "all". Returns an empty list if the server has no kinds.
 */
export function useKindChoices(): readonly (readonly [KindFilter, string])[] {
  const features = useServerFeatures();
  const names = useKindNames();
  if (!features.has('recordKinds')) return [];
  return [...recordKinds.map((kind) => [kind, names[kind]] as const), ['all', labels.allKinds]];
}

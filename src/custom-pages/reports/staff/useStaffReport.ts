import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { dailyDocument } from '../../../../contract/documents/daily';
import type { ReportDocument } from '../../../../contract/documents/document';
import { studentSubjectDocument } from '../../../../contract/documents/studentSubject';
import { subjectDocument } from '../../../../contract/documents/subject';
import { transcriptDocument } from '../../../../contract/documents/transcript';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import type { Selection } from './staffReportModel';
import type { ReportChoice } from './useReportChoice';

/** The answer of the server with the type that it belongs to. */
type Answer =
  | { type: 'transcript'; report: Awaited<ReturnType<Api['transcriptReport']>> }
  | { type: 'student-subject'; report: Awaited<ReturnType<Api['studentSubjectReport']>> }
  | { type: 'subject-sheet'; report: Awaited<ReturnType<Api['subjectReport']>> }
  | { type: 'daily-log' | 'daily-range'; report: Awaited<ReturnType<Api['dailyReport']>> };

/** The report that is asked for, as it is shown. Undefined until it is there. */
export function useStaffReport({ selection, batch, batchError, readBatch, isShown }: ReportChoice) {
  const t = useText();
  const notify = useNotify();
  const api = useDataProvider<Api>();
  const batchName = batch?.batch_name;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['reports', 'staff', batchName, selection],
    queryFn: () => readReport(api, selection, batchName ?? ''),
    enabled: isShown && batchName !== undefined,
    // Marks change elsewhere: a report is of the moment in which it is asked for.
    staleTime: 0,
  });
  const { level } = selection;
  const document = useMemo(
    () => (isShown && data ? documentOf(data, level) : undefined),
    [isShown, data, level],
  );
  const problem = isShown ? (error ?? batchError) : null;
  useEffect(() => {
    if (problem) notify(t('staffReports.failed'), { type: 'error' });
  }, [problem, notify, t]);
  return {
    /** The same one while the answer of the server is the same. */
    document,
    problem,
    isFetching,
    /** Reads again what could not be read, or is to be read anew. */
    refetch: () => void (batch ? refetch() : readBatch()),
    /** The same for who needs to know when it is read. @throws ApiProblem */
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
      return { type, report: await api.dailyReport(studentId, subjectCode, batchName) };
    case 'daily-range':
      return {
        type,
        report: await api.dailyRangeReport({
          batchName,
          subjectCode,
          startDate: selection.startDate ?? '',
          endDate: selection.endDate ?? '',
          ...(studentId === '' ? {} : { studentId }),
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

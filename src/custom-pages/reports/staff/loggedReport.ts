import type { PaperRequest } from '../../../../contract/papers';
import type { ReportType as LoggedType } from '../../../../contract/reportLog';
import type { ReportType, Selection } from './staffReportModel';

/** The types as the log has them. */
const logged: Record<ReportType, LoggedType> = {
  transcript: 'transcript',
  'student-subject': 'student_subject',
  'subject-sheet': 'subject_sheet',
  'daily-log': 'daily_log',
  'daily-range': 'daily_range',
};

/** The type of the form that a report of the log was made with. */
export const typeOfLogged = (type: LoggedType): ReportType =>
  (Object.keys(logged) as ReportType[]).find((known) => logged[known] === type) ?? 'transcript';

/** The chosen report as the server is asked for its paper, and as the log notes it. */
export function requestOf(selection: Selection, batchName: string) {
  const { type, level, studentId, subjectCode, startDate, endDate } = selection;
  if (type === null) throw new Error('no type of report is chosen');
  const isTranscript = type === 'transcript';
  const isRange = type === 'daily-range';
  return {
    type: logged[type],
    batchName,
    ...(studentId === null ? {} : { studentId }),
    ...(subjectCode === null || isTranscript ? {} : { subjectCode }),
    ...(level === null || !isTranscript ? {} : { level }),
    ...(isRange && startDate !== null && endDate !== null ? { startDate, endDate } : {}),
  } satisfies PaperRequest;
}

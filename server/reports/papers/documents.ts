import { dailyDocument } from '../../../contract/documents/daily';
import type { ReportDocument } from '../../../contract/documents/document';
import { ownDocument } from '../../../contract/documents/own';
import { studentSubjectDocument } from '../../../contract/documents/studentSubject';
import { subjectDocument } from '../../../contract/documents/subject';
import { validationMessages } from '../../../contract/errors';
import type { PaperRequest, PaperType } from '../../../contract/papers';
import { reportsApi } from '../../../contract/reports';
import { invalid, Problem } from '../../problem';
import {
  type Asker,
  dailyOfRangeAsked,
  dailyOfStudentAsked,
  ownAsked,
  studentInSubjectAsked,
  subjectAsked,
} from '../routes';

type Plain = Exclude<PaperType, 'transcript'>;

/** Who may have a paper is who may read the report. */
const reportOf: Record<PaperType, { roles: 'public' | readonly string[] }> = {
  own: reportsApi.student,
  transcript: reportsApi.transcript,
  student_subject: reportsApi.studentInSubject,
  subject_sheet: reportsApi.subject,
  daily_log: reportsApi.dailyOfStudent,
  daily_range: reportsApi.dailyOfRange,
};

/** @throws FORBIDDEN where the role may not read the report itself */
export function requireReader({ user }: Asker, type: PaperType): void {
  if (!reportOf[type].roles.includes(user.role)) throw new Problem('FORBIDDEN');
}

/** These parts of a request. @throws VALIDATION naming the first that is missing */
export function requireParts<K extends keyof PaperRequest>(request: PaperRequest, ...keys: K[]) {
  for (const key of keys)
    if (request[key] === undefined || request[key] === '')
      throw invalid({ path: key, message: validationMessages.required });
  return request as PaperRequest & { [N in K]-?: NonNullable<PaperRequest[N]> };
}

/** Every report but the transcript, which is issued. */
export const documentOf: Record<Plain, (call: Asker, request: PaperRequest) => Promise<ReportDocument>> = {
  own: async (call, request) =>
    ownDocument(
      await ownAsked(call, requireParts(request, 'userId').userId, request.level),
      request.level ?? null,
    ),
  student_subject: async (call, request) =>
    studentSubjectDocument(
      await studentInSubjectAsked(call, requireParts(request, 'batchName', 'studentId', 'subjectCode')),
    ),
  subject_sheet: async (call, request) =>
    subjectDocument(await subjectAsked(call, requireParts(request, 'batchName', 'subjectCode'))),
  daily_log: async (call, request) =>
    dailyDocument(
      await dailyOfStudentAsked(call, requireParts(request, 'batchName', 'studentId', 'subjectCode')),
      false,
    ),
  daily_range: async (call, request) =>
    dailyDocument(
      await dailyOfRangeAsked(
        call,
        requireParts(request, 'batchName', 'subjectCode', 'startDate', 'endDate'),
      ),
      true,
    ),
};

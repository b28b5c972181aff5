import type { QueryOf, ResponseOf } from '../../contract/endpoint';
import { reportsApi } from '../../contract/reports';
import { call } from './call';

export type StudentReport = ResponseOf<typeof reportsApi.student>;
export type DailyRangeQuery = QueryOf<typeof reportsApi.dailyOfRange>;

/** The six reports. `studentId` is the academic number; no level means all. Each fails with an ApiProblem. */
export const reports = {
  /** Of the student of an account. */
  studentReport: (userId: number, level?: number) =>
    call(reportsApi.student, { params: { userId: String(userId) }, query: { level } }),
  transcriptReport: (studentId: string, batchName: string, level?: number) =>
    call(reportsApi.transcript, { params: { studentId }, query: { batchName, level } }),
  studentSubjectReport: (studentId: string, subjectCode: string, batchName: string) =>
    call(reportsApi.studentInSubject, { params: { studentId, subjectCode }, query: { batchName } }),
  subjectReport: (subjectCode: string, batchName: string) =>
    call(reportsApi.subject, { params: { subjectCode }, query: { batchName } }),
  dailyReport: (studentId: string, subjectCode: string, batchName: string) =>
    call(reportsApi.dailyOfStudent, { params: { studentId, subjectCode }, query: { batchName } }),
  dailyRangeReport: (query: DailyRangeQuery) => call(reportsApi.dailyOfRange, { query }),
};

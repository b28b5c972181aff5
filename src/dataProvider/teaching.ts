import { absencesApi } from '../../contract/absences';
import {
  type DailyRecord,
  dailyRecordsApi,
  faultKindsApi,
  recitationsApi,
  faultKindVersions,
} from '../../contract/dailyRecords';
import { dashboardApi, todayApi } from '../../contract/dashboard';
import { type BodyInputOf, idempotencyHeader, type QueryOf } from '../../contract/endpoint';
import { gradesApi } from '../../contract/grades';
import type { RecordKind } from '../../contract/vocabulary';
import { call, sentAgainMs } from './apiCall';
import { addition } from './named';
import { serverFeatures } from './serverFeatures';

export type SentGrades = BodyInputOf<typeof gradesApi.save>['grades'];
export type AbsenceReportQuery = QueryOf<typeof absencesApi.report>;
export type SentAbsences = BodyInputOf<typeof absencesApi.record>['absentStudents'];
export type SentRecords = BodyInputOf<typeof dailyRecordsApi.save>['records'];
/** What is left out of a change stays as it is stored. */
export type RecitationContent = Partial<
  Pick<
    DailyRecord,
    | 'recordContent'
    | 'pagesCount'
    | 'performanceLevel'
    | 'mistakesCount'
    | 'teacherNotes'
    | 'ranges'
    | 'faults'
    | 'result'
  >
>;
export interface SentRecitation extends RecitationContent {
  subjectCode: string;
  studentId: string;
  recordDate: string;
  kind: RecordKind;
}
export interface RecitationChanges extends RecitationContent {
  version: number;
}

/** A subject of a batch, as teaching calls name it. */
export interface Sheet {
  batchName: string;
  subjectCode: string;
}

/** One circle of the subject (its row number); null: everybody. */
type OfCircle = number | null;
const ofCircle = (circle: OfCircle) => ({ circle_id: circle ?? undefined });

const ofDay = ({ batchName, subjectCode }: Sheet, date: string) => ({
  params: { x: batchName, y: subjectCode, date },
});

/** Marks, registers, daily records, and the dashboard's figures. Each fails with an ApiProblem. */
export const teaching = {
  gradeSheet: (sheet: Sheet) => call(gradesApi.sheet, { params: sheet }),
  gradeStatistics: (sheet: Sheet) => call(gradesApi.statistics, { params: sheet }),
  saveGrades: (sheet: Sheet, grades: SentGrades, key: string) =>
    call(gradesApi.save, { body: { ...sheet, grades }, key }),
  /** Null if the server has no history. */
  gradeHistory: (sheet: Sheet, studentId: string) =>
    addition(gradesApi.history, { params: { ...sheet, studentId } }),

  register: (sheet: Sheet, date: string, circle: OfCircle) =>
    call(absencesApi.day, { ...ofDay(sheet, date), query: ofCircle(circle) }),
  /** Replaces the day; null if the server can only add absences. */
  setRegister: (sheet: Sheet, date: string, body: BodyInputOf<typeof absencesApi.setDay>, key: string) =>
    addition(absencesApi.setDay, { ...ofDay(sheet, date), body, key }),
  recordAbsences: ({ batchName, subjectCode }: Sheet, date: string, absentStudents: SentAbsences) =>
    call(absencesApi.record, { body: { batchName, subjectCode, date, absentStudents } }),
  absenceStatistics: (batchName: string, subjectCode: string | undefined, circle: OfCircle) =>
    call(absencesApi.statistics, { params: { x: batchName }, query: { subjectCode, ...ofCircle(circle) } }),
  /** Null if the server has no report. */
  absenceReport: (query: AbsenceReportQuery) => addition(absencesApi.report, { query }),

  /** Of all kinds, if the server has kinds. */
  dailyRecords: (sheet: Sheet, date: string, circle: OfCircle) =>
    call(dailyRecordsApi.day, {
      params: { ...sheet, date },
      ...(serverFeatures().has('recordKinds')
        ? { query: { kind: 'all' as const, ...ofCircle(circle) } }
        : {}),
    }),
  /** @param key of a write that waits on the device, or whose answer was lost; it is then not done twice */
  saveDailyRecords: (body: BodyInputOf<typeof dailyRecordsApi.save>, key?: string) =>
    call(dailyRecordsApi.save, {
      body,
      ...(key !== undefined && {
        headers: { [idempotencyHeader]: key },
        signal: AbortSignal.timeout(sentAgainMs),
      }),
    }),

  /** Additions: a further recitation of a day, and each of several by its number and version. */
  addRecitation: (body: SentRecitation, key: string) =>
    call(recitationsApi.create, {
      body: { ...body },
      headers: { [idempotencyHeader]: key },
      signal: AbortSignal.timeout(sentAgainMs),
    }),
  changeRecitation: (id: number, body: RecitationChanges) =>
    call(recitationsApi.update, { params: { id: String(id) }, body: { ...body } }),
  removeRecitation: (id: number, version: number) =>
    call(recitationsApi.remove, { params: { id: String(id) }, query: { version } }),

  /** Additions: the kinds of fault. */
  faultKinds: () => call(faultKindsApi.list),
  /** @param seen the list that was read before; STALE if another one is stored now */
  saveFaultKinds: (
    body: BodyInputOf<typeof faultKindsApi.save>,
    seen: Parameters<typeof faultKindVersions>[0],
  ) => call(faultKindsApi.save, { query: { seen: faultKindVersions(seen) }, body }),

  dashboardStats: () => call(dashboardApi.stats),
  recentActivities: () => call(dashboardApi.recentActivities),
  performanceData: () => call(dashboardApi.performance),
  /** The work of the day. */
  today: () => call(todayApi.list),
};

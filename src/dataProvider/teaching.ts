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
import { call, answerTimeoutMs } from './apiCall';
import { callOrNull } from './namedCalls';
import { serverFeatures } from './serverFeatures';

export type SentGrades = BodyInputOf<typeof gradesApi.save>['grades'];
export type AbsenceReportQuery = QueryOf<typeof absencesApi.report>;
export type SentAbsences = BodyInputOf<typeof absencesApi.record>['absentStudents'];
export type SentRecords = BodyInputOf<typeof dailyRecordsApi.save>['records'];
/** Missing fields keep their stored values. */
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

export interface Sheet {
  batchName: string;
  subjectCode: string;
}

/** Null: the whole subject. */
type CircleId = number | null;
const circleQuery = (circle: CircleId) => ({ circle_id: circle ?? undefined });

const dayParams = ({ batchName, subjectCode }: Sheet, date: string) => ({
  params: { x: batchName, y: subjectCode, date },
});

export const teaching = {
  gradeSheet: (sheet: Sheet) => call(gradesApi.sheet, { params: sheet }),
  gradeStatistics: (sheet: Sheet) => call(gradesApi.statistics, { params: sheet }),
  saveGrades: (sheet: Sheet, grades: SentGrades, key: string) =>
    call(gradesApi.save, { body: { ...sheet, grades }, key }),
  gradeHistory: (sheet: Sheet, studentId: string) =>
    callOrNull(gradesApi.history, { params: { ...sheet, studentId } }),

  register: (sheet: Sheet, date: string, circle: CircleId) =>
    call(absencesApi.day, { ...dayParams(sheet, date), query: circleQuery(circle) }),
  /** Replaces the register of a day. Null if the server can only add absences. */
  setRegister: (sheet: Sheet, date: string, body: BodyInputOf<typeof absencesApi.setDay>, key: string) =>
    callOrNull(absencesApi.setDay, { ...dayParams(sheet, date), body, key }),
  recordAbsences: ({ batchName, subjectCode }: Sheet, date: string, absentStudents: SentAbsences) =>
    call(absencesApi.record, { body: { batchName, subjectCode, date, absentStudents } }),
  absenceStatistics: (batchName: string, subjectCode: string | undefined, circle: CircleId) =>
    call(absencesApi.statistics, {
      params: { x: batchName },
      query: { subjectCode, ...circleQuery(circle) },
    }),
  absenceReport: (query: AbsenceReportQuery) => callOrNull(absencesApi.report, { query }),

  dailyRecords: (sheet: Sheet, date: string, circle: CircleId) =>
    call(dailyRecordsApi.day, {
      params: { ...sheet, date },
      ...(serverFeatures().has('recordKinds')
        ? { query: { kind: 'all' as const, ...circleQuery(circle) } }
        : {}),
    }),
  /** @param key makes a retry idempotent */
  saveDailyRecords: (body: BodyInputOf<typeof dailyRecordsApi.save>, key?: string) =>
    call(dailyRecordsApi.save, {
      body,
      ...(key !== undefined && {
        headers: { [idempotencyHeader]: key },
        signal: AbortSignal.timeout(answerTimeoutMs),
      }),
    }),

  addRecitation: (body: SentRecitation, key: string) =>
    call(recitationsApi.create, {
      body: { ...body },
      headers: { [idempotencyHeader]: key },
      signal: AbortSignal.timeout(answerTimeoutMs),
    }),
  changeRecitation: (id: number, body: RecitationChanges) =>
    call(recitationsApi.update, { params: { id: String(id) }, body: { ...body } }),
  removeRecitation: (id: number, version: number) =>
    call(recitationsApi.remove, { params: { id: String(id) }, query: { version } }),

  faultKinds: () => call(faultKindsApi.list),
  /** @param loadedKinds the list as loaded; the server answers STALE if its list differs */
  saveFaultKinds: (
    body: BodyInputOf<typeof faultKindsApi.save>,
    loadedKinds: Parameters<typeof faultKindVersions>[0],
  ) => call(faultKindsApi.save, { query: { seen: faultKindVersions(loadedKinds) }, body }),

  dashboardStats: () => call(dashboardApi.stats),
  recentActivities: () => call(dashboardApi.recentActivities),
  performanceData: () => call(dashboardApi.performance),
  today: (date: string) => call(todayApi.list, { query: { date } }),
};

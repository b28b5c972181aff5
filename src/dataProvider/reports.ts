import {
  type BodyInputOf,
  type Endpoint,
  fillPath,
  type QueryOf,
  type ResponseOf,
} from '../../contract/endpoint';
import { type PaperRequest, papersApi, type SlipsRequest } from '../../contract/reports/papers';
import { type ReportGrouping, reportLogApi } from '../../contract/reports/reportLog';
import { reportsApi } from '../../contract/reports/reports';
import { apiCall, call, queryText } from './apiCall';
import { addition } from './named';
import { unlessLacking } from './serverFeatures';

export type StudentReport = ResponseOf<typeof reportsApi.student>;
type DailyLogQuery = QueryOf<typeof reportsApi.dailyOfStudent>;
type DailyRangeQuery = QueryOf<typeof reportsApi.dailyOfRange>;

/** The six reports. `studentId` is the academic number; no level means all. Each fails with an ApiProblem. */
export const reports = {
  /** The report of the student who is linked to an account. */
  studentReport: (userId: number, level?: number) =>
    call(reportsApi.student, { params: { userId: String(userId) }, query: { level } }),
  transcriptReport: (studentId: string, batchName: string, level?: number) =>
    call(reportsApi.transcript, { params: { studentId }, query: { batchName, level } }),
  studentSubjectReport: (studentId: string, subjectCode: string, batchName: string) =>
    call(reportsApi.studentInSubject, { params: { studentId, subjectCode }, query: { batchName } }),
  subjectReport: (subjectCode: string, batchName: string) =>
    call(reportsApi.subject, { params: { subjectCode }, query: { batchName } }),
  dailyReport: (studentId: string, subjectCode: string, query: DailyLogQuery) =>
    call(reportsApi.dailyOfStudent, { params: { studentId, subjectCode }, query }),
  dailyRangeReport: (query: DailyRangeQuery) => call(reportsApi.dailyOfRange, { query }),
};

interface NamedFile {
  file: Blob;
  name: string;
}

export interface Page<T> {
  rows: T[];
  total: number;
}

type RowOf<E extends Endpoint> = ResponseOf<E> extends (infer R)[] ? R : never;
type NewReport = BodyInputOf<typeof reportLogApi.add>;

/** PDF reports and the log of reports, which only our server has. Each fails with an ApiProblem. */
export const papers = {
  /** A report as a PDF; null if the server makes none: then use the print dialog. */
  paper: (request: PaperRequest): Promise<NamedFile | null> =>
    unlessLacking(papersApi.make.path, () => fileOf(papersApi.make, {}, request)),
  /** Slips with new accounts; null if the server makes no PDFs. */
  slips: (accounts: SlipsRequest['accounts']): Promise<NamedFile | null> =>
    unlessLacking(papersApi.make.path, () => fileOf(papersApi.make, {}, { type: 'slips', accounts })),
  /** Number and verification code of a transcript to be printed; null if the server gives none. */
  issuePaper: (body: BodyInputOf<typeof papersApi.issue>) => addition(papersApi.issue, { body }),

  /** Null if the server makes no PDFs. */
  startTranscripts: (body: BodyInputOf<typeof papersApi.startBatch>) =>
    unlessLacking(papersApi.startBatch.path, () => call(papersApi.startBatch, { body })),
  transcriptsWork: (id: string) => call(papersApi.batch, { params: { id } }),
  transcriptsFile: (id: string) => fileOf(papersApi.batchFile, { id }),
  cancelTranscripts: (id: string) => call(papersApi.cancelBatch, { params: { id } }),

  withdrawPaper: (id: number, reason: string) =>
    call(papersApi.withdraw, { params: { id: String(id) }, body: { reason } }),

  /** Adds an entry to the log of reports. It never fails: null if the entry was not stored. */
  noteReport: (body: NewReport): Promise<unknown> => addition(reportLogApi.add, { body }).catch(() => null),
  /** Null if the server has no log of reports. */
  reportCounts: () => addition(reportLogApi.counts, {}),
  reportGroups: (by: ReportGrouping, batch_name: string | undefined, page: number, perPage: number) =>
    pageOf(reportLogApi.summary, { by, batch_name }, page, perPage),
};

async function fileOf(
  endpoint: Endpoint,
  params: Record<string, string>,
  body?: unknown,
): Promise<NamedFile> {
  const { file, headers } = await apiCall({
    method: endpoint.method,
    path: fillPath(endpoint.path, params),
    body,
    isFile: true,
  });
  const name = /filename\*=UTF-8''([^;]+)/.exec(headers.get('Content-Disposition') ?? '')?.[1];
  return { file: file ?? new Blob(), name: name ? decodeURIComponent(name) : '' };
}

/** One page, from 1, of a list that only our server has; null if this server does not have it. */
async function pageOf<E extends Endpoint>(
  endpoint: E,
  query: Record<string, unknown>,
  page: number,
  perPage: number,
): Promise<Page<RowOf<E>> | null> {
  const range = JSON.stringify([(page - 1) * perPage, page * perPage - 1]);
  return unlessLacking(endpoint.path, async () => {
    const { json, headers } = await apiCall({
      method: 'GET',
      path: `${endpoint.path}${queryText({ ...query, range })}`,
    });
    const rows = json as RowOf<E>[];
    return { rows, total: Number(headers.get('Content-Range')?.split('/')[1] ?? rows.length) };
  });
}

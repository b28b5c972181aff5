import {
  type BodyInputOf,
  type Endpoint,
  fillPath,
  type QueryOf,
  type ResponseOf,
} from '../../contract/endpoint';
import {
  type GuardianSlipsRequest,
  type PaperRequest,
  papersApi,
  type SlipsRequest,
} from '../../contract/reports/papers';
import { type ReportGrouping, reportLogApi } from '../../contract/reports/reportLog';
import { reportsApi } from '../../contract/reports/reports';
import { exportApi } from '../../contract/system';
import { apiCall, call, formatQuery } from './apiCall';
import { callOrNull } from './namedCalls';
import { nullIfUnsupported } from './serverFeatures';

export type StudentReport = ResponseOf<typeof reportsApi.student>;
type DailyLogQuery = QueryOf<typeof reportsApi.dailyOfStudent>;
type DailyRangeQuery = QueryOf<typeof reportsApi.dailyOfRange>;

/** `studentId` is the academic number. Without a level, the report covers all levels. */
export const reports = {
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

export const papers = {
  /** Null if the server makes no PDFs. The browser then prints the page. */
  paper: (request: PaperRequest): Promise<NamedFile | null> =>
    nullIfUnsupported(papersApi.make.path, () => downloadFile(papersApi.make, {}, request)),
  slips: (accounts: SlipsRequest['accounts']): Promise<NamedFile | null> =>
    nullIfUnsupported(papersApi.make.path, () =>
      downloadFile(papersApi.make, {}, { type: 'slips', accounts }),
    ),
  /** Null if the server makes no PDFs. */
  guardianSlips: (links: GuardianSlipsRequest['links']): Promise<NamedFile | null> =>
    nullIfUnsupported(papersApi.make.path, () =>
      downloadFile(papersApi.make, {}, { type: 'guardian-slips', links }),
    ),
  /** Number and verification code of a transcript that the browser prints. Null if the server issues none. */
  issuePaper: (body: BodyInputOf<typeof papersApi.issue>) => callOrNull(papersApi.issue, { body }),

  startTranscripts: (body: BodyInputOf<typeof papersApi.startBatch>) =>
    nullIfUnsupported(papersApi.startBatch.path, () => call(papersApi.startBatch, { body })),
  transcriptsWork: (id: string) => call(papersApi.batch, { params: { id } }),
  transcriptsFile: (id: string) => downloadFile(papersApi.batchFile, { id }),
  cancelTranscripts: (id: string) => call(papersApi.cancelBatch, { params: { id } }),

  exportEverything: (signal: AbortSignal) => downloadFile(exportApi.everything, {}, undefined, signal),

  withdrawPaper: (id: number, reason: string) =>
    call(papersApi.withdraw, { params: { id: String(id) }, body: { reason } }),

  noteReport: (body: NewReport): Promise<unknown> => callOrNull(reportLogApi.add, { body }).catch(() => null),
  reportCounts: () => callOrNull(reportLogApi.counts, {}),
  reportGroups: (by: ReportGrouping, batch_name: string | undefined, page: number, perPage: number) =>
    loadPage(reportLogApi.summary, { by, batch_name }, page, perPage),
};

async function downloadFile(
  endpoint: Endpoint,
  params: Record<string, string>,
  body?: unknown,
  signal?: AbortSignal,
): Promise<NamedFile> {
  const { file, headers } = await apiCall({
    method: endpoint.method,
    path: fillPath(endpoint.path, params),
    body,
    isFile: true,
    ...(signal ? { signal } : {}),
  });
  const name = /filename\*=UTF-8''([^;]+)/.exec(headers.get('Content-Disposition') ?? '')?.[1];
  return { file: file ?? new Blob(), name: name ? decodeURIComponent(name) : '' };
}

/** Pages count from 1. Null if the server does not have the list. */
async function loadPage<E extends Endpoint>(
  endpoint: E,
  query: Record<string, unknown>,
  page: number,
  perPage: number,
): Promise<Page<RowOf<E>> | null> {
  const range = JSON.stringify([(page - 1) * perPage, page * perPage - 1]);
  return nullIfUnsupported(endpoint.path, async () => {
    const { json, headers } = await apiCall({
      method: 'GET',
      path: `${endpoint.path}${formatQuery({ ...query, range })}`,
    });
    const rows = json as RowOf<E>[];
    return { rows, total: Number(headers.get('Content-Range')?.split('/')[1] ?? rows.length) };
  });
}

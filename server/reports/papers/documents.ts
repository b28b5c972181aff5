import { dailyDocument } from '../../../contract/documents/daily';
import type { ReportDocument } from '../../../contract/documents/document';
import { studentReportDocument } from '../../../contract/documents/studentReport';
import { studentSubjectDocument, subjectDocument } from '../../../contract/documents/subject';
import { hifzApi } from '../../../contract/hifz/map';
import { logoProblem } from '../../../contract/rules/logo';
import { validationMessages } from '../../../contract/rules/validationMessages';
import type { PaperRequest, PaperType, SlipsRequest } from '../../../contract/reports/papers';
import { reportsApi } from '../../../contract/reports/reports';
import { invalid, Problem } from '../../problem';
import { loadInstituteDay } from '../../domain/institute';
import type { Db } from '../../db/schema';
import {
  type Caller,
  readDailyOfRange,
  readDailyOfStudent,
  readOwnReport,
  readStudentInSubject,
  readSubjectSheet,
} from '../routes';
import { paperData, type PaperContent, slipsData } from './paperData';
import { typeset, type TypesetRequest } from './typesetter';

type Plain = Exclude<PaperType, 'transcript' | 'week'>;

/** What a paper says, for its request. */
type DocumentReader = (call: Caller, request: PaperRequest) => Promise<ReportDocument>;

/** The roles that may read the report may also have the paper. */
const reportOf: Record<PaperType, { roles: 'public' | readonly string[] }> = {
  own: reportsApi.student,
  week: hifzApi.week,
  transcript: reportsApi.transcript,
  student_subject: reportsApi.studentInSubject,
  subject_sheet: reportsApi.subject,
  daily_log: reportsApi.dailyOfStudent,
  daily_range: reportsApi.dailyOfRange,
};

/** @throws FORBIDDEN if the role may not read the report */
export function requireReader({ user }: Caller, type: PaperType): void {
  if (!reportOf[type].roles.includes(user.role)) throw new Problem('FORBIDDEN');
}

/** The required parts of a request. @throws VALIDATION naming the first that is missing */
export function requireParts<K extends keyof PaperRequest>(request: PaperRequest, ...keys: K[]) {
  for (const key of keys)
    if (request[key] === undefined || request[key] === '')
      throw invalid({ path: key, message: validationMessages.required });
  return request as PaperRequest & { [N in K]-?: NonNullable<PaperRequest[N]> };
}

/** All reports except the transcript, which is issued, and the week, which another part reads. */
export const documentOf: Record<Plain, DocumentReader> = {
  own: async (call, request) =>
    studentReportDocument(
      await readOwnReport(call, requireParts(request, 'userId').userId, request.level),
      request.level ?? null,
    ),
  student_subject: async (call, request) =>
    studentSubjectDocument(
      await readStudentInSubject(call, requireParts(request, 'batchName', 'studentId', 'subjectCode')),
    ),
  subject_sheet: async (call, request) =>
    subjectDocument(await readSubjectSheet(call, requireParts(request, 'batchName', 'subjectCode'))),
  daily_log: async (call, request) =>
    dailyDocument(
      await readDailyOfStudent(call, requireParts(request, 'batchName', 'studentId', 'subjectCode')),
      false,
    ),
  daily_range: async (call, request) =>
    dailyDocument(
      await readDailyOfRange(call, requireParts(request, 'batchName', 'subjectCode', 'startDate', 'endDate')),
      true,
    ),
};

/** A data URL of the settings as bytes; null if it is too large to draw, as one stored by an older version can be. */
function pictureOf(logo: string | null): TypesetRequest['logo'] {
  if (logo === null || logoProblem(logo) !== null) return null;
  const found = /^data:image\/(png|jpeg);base64,(.+)$/s.exec(logo);
  if (!found) return null;
  return { kind: found[1] === 'png' ? 'png' : 'jpg', bytes: Buffer.from(found[2] ?? '', 'base64') };
}

/** The data at the head of every paper. */
interface Letterhead {
  institute: string;
  logo: TypesetRequest['logo'];
  /** In the time zone of the institute. */
  today: string;
}

export async function letterhead(db: Db, now: Date): Promise<Letterhead> {
  const settings = await db.selectFrom('settings').select(['institute_name', 'logo']).executeTakeFirst();
  const { today } = await loadInstituteDay(db, now);
  return { institute: settings?.institute_name ?? '', logo: pictureOf(settings?.logo ?? null), today };
}

/** One PDF of one or more papers. */
export const pdfOf = (contents: readonly PaperContent[], { institute, logo, today }: Letterhead) =>
  typeset(paperData(contents, institute, today), logo);

/** The PDF of slips. */
export const slipsPdf = (
  accounts: SlipsRequest['accounts'],
  { institute, logo }: Letterhead,
  address: string,
) => typeset(slipsData(accounts, institute, address), logo);

/** Characters that some file systems refuse, and characters that would end the name. */
const notInFileNames = /[\\/:*?"<>|\p{Cc}]/gu;

/** Maximum characters before the extension. */
const longestName = 100;

const cleanFileName = (text: string) => text.replace(notInFileNames, ' ').replace(/\s+/g, ' ').trim();

/** @param mark distinguishes files of the same name; it is put at the end and never shortened */
export function fileName(name: string, ending: 'pdf' | 'zip', mark = ''): string {
  // Cut by characters, because half of a surrogate pair cannot be sent in a header.
  const short = Array.from(cleanFileName(name)).slice(0, longestName).join('').trim();
  return `${short}${mark && ` - ${cleanFileName(mark)}`}.${ending}`;
}

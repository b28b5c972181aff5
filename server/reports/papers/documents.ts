import { dailyDocument } from '../../../contract/documents/daily';
import type { ReportDocument } from '../../../contract/documents/document';
import { ownDocument } from '../../../contract/documents/own';
import { studentSubjectDocument, subjectDocument } from '../../../contract/documents/subject';
import { validationMessages } from '../../../contract/errors';
import type { PaperRequest, PaperType } from '../../../contract/papers';
import { reportsApi } from '../../../contract/reports';
import { invalid, Problem } from '../../problem';
import { instituteDay } from '../../db/institute';
import type { Db } from '../../db/schema';
import {
  type Caller,
  readDailyOfRange,
  readDailyOfStudent,
  readOwnReport,
  readStudentInSubject,
  readSubjectSheet,
} from '../routes';
import { paperData, type PaperContent } from './paperData';
import type { TypesetRequest } from './typesetterProcess';
import { typeset } from './typesetter';

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
export function requireReader({ user }: Caller, type: PaperType): void {
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
export const documentOf: Record<Plain, (call: Caller, request: PaperRequest) => Promise<ReportDocument>> = {
  own: async (call, request) =>
    ownDocument(
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

/** A data URL of the settings as bytes. */
function pictureOf(logo: string | null): TypesetRequest['logo'] {
  const found = /^data:image\/(png|jpeg);base64,(.+)$/s.exec(logo ?? '');
  if (!found) return null;
  return { kind: found[1] === 'png' ? 'png' : 'jpg', bytes: Buffer.from(found[2] ?? '', 'base64') };
}

/** What stands at the head of every paper. */
interface Letterhead {
  institute: string;
  logo: TypesetRequest['logo'];
  /** Where the institute is. */
  today: string;
}

export async function letterhead(db: Db, now: Date): Promise<Letterhead> {
  const settings = await db.selectFrom('settings').select(['institute_name', 'logo']).executeTakeFirst();
  const { today } = await instituteDay(db, now);
  return { institute: settings?.institute_name ?? '', logo: pictureOf(settings?.logo ?? null), today };
}

/** One PDF of one or more papers. */
export const pdfOf = (contents: readonly PaperContent[], { institute, logo, today }: Letterhead) =>
  typeset(paperData(contents, institute, today), logo);

/** Characters that no file system takes, and what would end a name. */
const notInFileNames = /[\\/:*?"<>|\p{Cc}]/gu;

/** At most so many characters before the ending. */
const longestName = 100;

const cleanFileName = (text: string) => text.replace(notInFileNames, ' ').replace(/\s+/g, ' ').trim();

/** @param mark tells it from another of the same name: it stands at the end, whole, however long the name is */
export function fileName(name: string, ending: 'pdf' | 'zip', mark = ''): string {
  // By characters: half of one could not be sent as a header.
  const short = Array.from(cleanFileName(name)).slice(0, longestName).join('').trim();
  return `${short}${mark && ` - ${cleanFileName(mark)}`}.${ending}`;
}

import { dailyDocument } from '../../../contract/documents/daily';
import { documentFor, type ReportDocument } from '../../../contract/documents/document';
import { studentReportDocument } from '../../../contract/documents/studentReport';
import { studentSubjectDocument, subjectDocument } from '../../../contract/documents/subject';
import { hifzApi } from '../../../contract/hifz/map';
import { logoProblem } from '../../../contract/rules/logo';
import { validationMessages } from '../../../contract/rules/validationMessages';
import type { PaperRequest, PaperType } from '../../../contract/reports/papers';
import { reportsApi } from '../../../contract/reports/reports';
import { invalid, Problem } from '../../problem';
import { loadInstituteDay } from '../../domain/institute';
import type { Db } from '../../db/schema';
import {
  type Caller,
  loadDailyOfRange,
  loadDailyOfStudent,
  loadStudentReport,
  loadStudentInSubject,
  loadSubjectSheet,
} from '../routes';
import {
  buildGuardianSlips,
  buildPapers,
  buildSlips,
  type PaperContent,
  type SlipAccount,
  type SlipGuardian,
} from './paperData';
import { typeset, type TypesetRequest } from './typesetter';

type DirectPaperType = Exclude<PaperType, 'transcript' | 'week'>;

type DocumentLoader = (call: Caller, request: PaperRequest) => Promise<ReportDocument>;

/** A paper requires the same role as its report. */
const reportByType: Record<PaperType, { roles: 'public' | readonly string[] }> = {
  own: reportsApi.student,
  week: hifzApi.week,
  transcript: reportsApi.transcript,
  student_subject: reportsApi.studentInSubject,
  subject_sheet: reportsApi.subject,
  daily_log: reportsApi.dailyOfStudent,
  daily_range: reportsApi.dailyOfRange,
};

export function requireReportRole({ user }: Caller, type: PaperType): void {
  if (!reportByType[type].roles.includes(user.role)) throw new Problem('FORBIDDEN');
}

export function requireFields<K extends keyof PaperRequest>(request: PaperRequest, ...keys: K[]) {
  for (const key of keys)
    if (request[key] === undefined || request[key] === '')
      throw invalid({ path: key, message: validationMessages.required });
  return request as PaperRequest & { [N in K]-?: NonNullable<PaperRequest[N]> };
}

/** The transcript is issued with a number, and `hifz` loads the week. So neither is in this list. */
const documentLoaders: Record<DirectPaperType, DocumentLoader> = {
  own: async (call, request) => {
    const report = await loadStudentReport(call, requireFields(request, 'userId').userId, request.level);
    return documentFor(report.student_info.section, studentReportDocument(report, request.level ?? null));
  },
  student_subject: async (call, request) =>
    studentSubjectDocument(
      await loadStudentInSubject(call, requireFields(request, 'batchName', 'studentId', 'subjectCode')),
    ),
  subject_sheet: async (call, request) =>
    subjectDocument(await loadSubjectSheet(call, requireFields(request, 'batchName', 'subjectCode'))),
  daily_log: async (call, request) =>
    dailyDocument(
      await loadDailyOfStudent(call, requireFields(request, 'batchName', 'studentId', 'subjectCode')),
      false,
    ),
  daily_range: async (call, request) =>
    dailyDocument(
      await loadDailyOfRange(
        call,
        requireFields(request, 'batchName', 'subjectCode', 'startDate', 'endDate'),
      ),
      true,
    ),
};

/** The words of the document are those of the section of its batch. */
export async function loadDocument(
  call: Caller,
  type: DirectPaperType,
  request: PaperRequest,
): Promise<ReportDocument> {
  const document = await documentLoaders[type](call, request);
  const batch = await call.data.read
    .selectFrom('batches')
    .select('section')
    .where('batch_name', '=', request.batchName ?? '')
    .executeTakeFirst();
  return documentFor(batch?.section, document);
}

/** Returns null for an image that is too large to draw. Older versions stored such images. */
function parseLogo(logo: string | null): TypesetRequest['logo'] {
  if (logo === null || logoProblem(logo) !== null) return null;
  const match = /^data:image\/(png|jpeg);base64,(.+)$/s.exec(logo);
  if (!match) return null;
  return { kind: match[1] === 'png' ? 'png' : 'jpg', bytes: Buffer.from(match[2] ?? '', 'base64') };
}

interface Letterhead {
  institute: string;
  logo: TypesetRequest['logo'];
  today: string;
}

export async function loadLetterhead(db: Db, now: Date): Promise<Letterhead> {
  const settings = await db.selectFrom('settings').select(['institute_name', 'logo']).executeTakeFirst();
  const { today } = await loadInstituteDay(db, now);
  return { institute: settings?.institute_name ?? '', logo: parseLogo(settings?.logo ?? null), today };
}

export const typesetPapers = (contents: readonly PaperContent[], { institute, logo, today }: Letterhead) =>
  typeset(buildPapers(contents, institute, today), logo);

export const typesetSlips = (
  accounts: readonly SlipAccount[],
  { institute, logo }: Letterhead,
  timeZone: string,
  address: string,
) => typeset(buildSlips(accounts, { institute, timeZone }, address), logo);

export const typesetGuardianSlips = (guardians: readonly SlipGuardian[], { institute, logo }: Letterhead) =>
  typeset(buildGuardianSlips(guardians, institute), logo);

/** Characters that some file systems or headers do not accept. */
const forbiddenCharacters = /[\\/:*?"<>|\p{Cc}]/gu;

const maxNameLength = 100;

const cleanFileName = (text: string) => text.replace(forbiddenCharacters, ' ').replace(/\s+/g, ' ').trim();

/** @param suffix distinguishes files with the same name, and is never shortened */
export function fileName(name: string, ending: 'pdf' | 'zip', suffix = ''): string {
  // Array.from splits by characters, because a header cannot contain half of a surrogate pair.
  const shortName = Array.from(cleanFileName(name)).slice(0, maxNameLength).join('').trim();
  return `${shortName}${suffix && ` - ${cleanFileName(suffix)}`}.${ending}`;
}

import type { KindFilter } from '../../contract/dailyRecords';
import { reportsApi, maxRangeDays } from '../../contract/reports/reports';
import { ruleMessages } from '../../contract/errors';
import { daysBetween } from '../../contract/rules/retention';
import { findCircleName, areRecordsInScope } from '../auth/recordScope';
import { isOfAnyOwnBatch, withVisibleStudents } from '../auth/scope';
import { type Route, route, type Call } from '../mount';
import { loadInstituteDay } from '../domain/institute';
import { type Offering, findOffering, requireDailySubject } from '../domain/offering';
import { invalid, notFound } from '../problem';
import { loadDailyReport } from './dailyRecords';
import { findStudent, findStudentOfBatch, findStudentOfAccount } from './reportStudent';
import { buildStudentReport } from './student';
import { buildStudentInSubject, buildSubjectSheet } from './subject';
import { buildTranscript } from './transcript';

export const reportRoutes: Route[] = [
  route(reportsApi.student, (call) => loadStudentReport(call, call.params.userId, call.query.level)),
  route(reportsApi.transcript, (call) =>
    loadTranscript(call, { ...call.params, ...call.query }, call.query.level),
  ),
  route(reportsApi.studentInSubject, (call) => loadStudentInSubject(call, { ...call.params, ...call.query })),
  route(reportsApi.subject, (call) => loadSubjectSheet(call, { ...call.params, ...call.query })),
  route(reportsApi.dailyOfStudent, (call) => loadDailyOfStudent(call, { ...call.params, ...call.query })),
  route(reportsApi.dailyOfRange, (call) => loadDailyOfRange(call, call.query)),
];

/* Screens and papers use the same functions, so a paper never shows more than the screen. */

export type Caller = Pick<Call, 'config' | 'data' | 'user' | 'scope'>;

interface BatchQuery {
  batchName: string;
}
interface StudentQuery extends BatchQuery {
  studentId: string;
}
interface SubjectQuery extends BatchQuery {
  subjectCode: string;
}
interface KindQuery {
  kind?: KindFilter | undefined;
  circle_id?: number | undefined;
}

/** Students also see subjects of their former batches. @throws NOT_FOUND, also outside of the scope */
async function findReportOffering(
  { data, user, scope }: Caller,
  { batchName, subjectCode }: SubjectQuery,
): Promise<Offering> {
  const subjects = user.role === 'student' ? isOfAnyOwnBatch(user.id) : (await scope()).subjects;
  return findOffering(data.read, batchName, subjectCode, subjects);
}

function refuseInvalidRange(startDate: string, endDate: string): void {
  const days = daysBetween(startDate, endDate) + 1;
  if (days < 1) throw invalid({ path: 'endDate', message: ruleMessages.datesReversed });
  if (days > maxRangeDays)
    throw invalid({ path: 'endDate', message: ruleMessages.rangeTooLong(maxRangeDays) });
}

export async function loadStudentReport(call: Caller, userId: number, level?: number) {
  const { data, user } = call;
  if (user.role === 'student' && userId !== user.id) throw notFound();
  const student = await findStudentOfAccount(data.read, userId, { user, scope: await call.scope() });
  const { today } = await loadInstituteDay(data.read, data.now());
  // Teachers do not see e-mail and phone, as in the list of students. Decision 20b.
  const visibleStudent = user.role === 'teacher' ? { ...student, email: null, phone: null } : student;
  return buildStudentReport(data.read, visibleStudent, today, level);
}

const loadTranscript = async (call: Caller, request: StudentQuery, level?: number) =>
  buildTranscript(call.data.read, await findStudent(call, request), level);

/** Callers who see the whole subject also see students who have moved to another batch. @throws NOT_FOUND */
async function findStudentInSubject(
  { subjectId }: Offering,
  { data, user, ...call }: Caller,
  query: StudentQuery,
) {
  const scope = await call.scope();
  const students = withVisibleStudents({ subjectId }, scope).studentScope;
  return findStudentOfBatch(data.read, query.studentId, query.batchName, {
    user,
    scope: { ...scope, students },
  });
}

export async function loadStudentInSubject(call: Caller, request: StudentQuery & SubjectQuery) {
  const offering = await findReportOffering(call, request);
  return buildStudentInSubject(call.data.read, await findStudentInSubject(offering, call, request), offering);
}

export async function loadSubjectSheet(call: Caller, request: SubjectQuery) {
  const offering = await findReportOffering(call, request);
  return buildSubjectSheet(
    call.data.read,
    withVisibleStudents(offering, await call.scope()),
    call.config.PLAIN_API,
  );
}

/**
 * Limits the request to records that the caller may read.
 * @throws NOT_FOUND for a circle outside of the scope
 */
async function selectRecords(
  { data, ...call }: Caller,
  { subjectId }: Offering,
  { kind, circle_id: id }: KindQuery,
) {
  const scope = await call.scope();
  const isReadable = areRecordsInScope(scope, id, 'daily_records');
  if (id === undefined) return { kind, isReadable };
  const { today } = await loadInstituteDay(data.read, data.now());
  const name = await findCircleName(data.read, scope, { subjectId, circleId: id, date: today });
  return { kind, circle: { id, name }, isReadable };
}

export async function loadDailyOfStudent(call: Caller, request: StudentQuery & SubjectQuery & KindQuery) {
  const offering = await findReportOffering(call, request);
  const student = await findStudentInSubject(offering, call, request);
  requireDailySubject(offering);
  return loadDailyReport(call.data.read, offering, {
    student,
    ...(await selectRecords(call, offering, request)),
  });
}

export async function loadDailyOfRange(
  call: Caller,
  request: SubjectQuery & KindQuery & { startDate: string; endDate: string; studentId?: string | undefined },
) {
  const { batchName, startDate, endDate, studentId } = request;
  const offering = await findReportOffering(call, request);
  const student = studentId
    ? await findStudentInSubject(offering, call, { studentId, batchName })
    : undefined;
  requireDailySubject(offering);
  refuseInvalidRange(startDate, endDate);
  const days = { from: startDate, to: endDate };
  const selection = await selectRecords(call, offering, request);
  return loadDailyReport(call.data.read, offering, { days, student, ...selection });
}

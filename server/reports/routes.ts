import { reportsApi, longestRange } from '../../contract/reports';
import { ruleMessages } from '../../contract/errors';
import { daysBetween } from '../../contract/rules/retention';
import { dailyRecordType } from '../../contract/vocabulary';
import { type Route, route, type Call } from '../mount';
import { instituteDay } from '../db/institute';
import { type Offering, offeringNamed } from '../db/offering';
import { invalid, notFound } from '../problem';
import { reportedRecords } from './dailyRecords';
import { personInBatch, personOfAccount } from './person';
import { studentReport } from './student';
import { studentInSubject, subjectSheet } from './subject';
import { transcriptOf } from './transcript';

export const reportRoutes: Route[] = [
  route(reportsApi.student, (call) => ownAsked(call, call.params.userId, call.query.level)),
  route(reportsApi.transcript, (call) =>
    transcriptAsked(call, { ...call.params, ...call.query }, call.query.level),
  ),
  route(reportsApi.studentInSubject, (call) =>
    studentInSubjectAsked(call, { ...call.params, ...call.query }),
  ),
  route(reportsApi.subject, (call) => subjectAsked(call, { ...call.params, ...call.query })),
  route(reportsApi.dailyOfStudent, (call) => dailyOfStudentAsked(call, { ...call.params, ...call.query })),
  route(reportsApi.dailyOfRange, (call) => dailyOfRangeAsked(call, call.query)),
];

/*
 * The six reports as somebody asks for them: what is outside of the scope is NOT_FOUND. The screens and the papers
 * ask here, so that nobody gets a paper of what the screen does not show.
 */

export type Asker = Pick<Call, 'data' | 'user' | 'scope'>;

interface InBatch {
  batchName: string;
}
interface OfStudent extends InBatch {
  studentId: string;
}
interface OfSubject extends InBatch {
  subjectCode: string;
}

const offeringOf = async ({ data, scope }: Asker, { batchName, subjectCode }: OfSubject): Promise<Offering> =>
  offeringNamed(data.read, batchName, subjectCode, (await scope()).subjects);

/** The student of a batch, as far as the caller may see him. @throws NOT_FOUND */
export const personAsked = async ({ data, user, scope }: Asker, { studentId, batchName }: OfStudent) =>
  personInBatch(data.read, studentId, batchName, { user, scope: await scope() });

/** @throws VALIDATION for a subject of another type; spec 2 §5 */
function refuseOtherTypes({ type }: Offering): void {
  if (type !== dailyRecordType) throw invalid({ path: 'subjectCode', message: ruleMessages.notDailySubject });
}

/** @throws VALIDATION for a reversed range and one that is too long */
function refuseRange(startDate: string, endDate: string): void {
  const days = daysBetween(startDate, endDate) + 1;
  if (days < 1) throw invalid({ path: 'endDate', message: ruleMessages.datesReversed });
  if (days > longestRange)
    throw invalid({ path: 'endDate', message: ruleMessages.rangeTooLong(longestRange) });
}

export async function ownAsked(call: Asker, userId: number, level?: number) {
  const { data, user } = call;
  if (user.role === 'student' && userId !== user.id) throw notFound();
  const person = await personOfAccount(data.read, userId, { user, scope: await call.scope() });
  const { today } = await instituteDay(data.read, data.now());
  // As the list of students, teachers see nobody's address and phone. Decision 20b.
  const seen = user.role === 'teacher' ? { ...person, email: null, phone: null } : person;
  return studentReport(data.read, seen, today, level);
}

const transcriptAsked = async (call: Asker, asked: OfStudent, level?: number) =>
  transcriptOf(call.data.read, await personAsked(call, asked), level);

export async function studentInSubjectAsked(call: Asker, asked: OfStudent & OfSubject) {
  const offering = await offeringOf(call, asked);
  return studentInSubject(call.data.read, await personAsked(call, asked), offering);
}

export const subjectAsked = async (call: Asker, asked: OfSubject) =>
  subjectSheet(call.data.read, await offeringOf(call, asked));

export async function dailyOfStudentAsked(call: Asker, asked: OfStudent & OfSubject) {
  const offering = await offeringOf(call, asked);
  const person = await personAsked(call, asked);
  refuseOtherTypes(offering);
  return reportedRecords(call.data.read, offering, { person });
}

export async function dailyOfRangeAsked(
  call: Asker,
  asked: OfSubject & { startDate: string; endDate: string; studentId?: string | undefined },
) {
  const { batchName, startDate, endDate, studentId } = asked;
  const offering = await offeringOf(call, asked);
  const person = studentId ? await personAsked(call, { studentId, batchName }) : undefined;
  refuseOtherTypes(offering);
  refuseRange(startDate, endDate);
  return reportedRecords(call.data.read, offering, { days: { from: startDate, to: endDate }, person });
}

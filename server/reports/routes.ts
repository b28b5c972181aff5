import type { KindFilter } from '../../contract/dailyRecords';
import { reportsApi, maxRangeDays } from '../../contract/reports/reports';
import { ruleMessages } from '../../contract/errors';
import { daysBetween } from '../../contract/rules/retention';
import { dailyRecordType } from '../../contract/vocabulary';
import { findCircle, recordsWithin } from '../auth/recordScope';
import { ofEveryOwnBatch, withPupils } from '../auth/scope';
import { type Route, route, type Call } from '../mount';
import { loadInstituteDay } from '../domain/institute';
import { type Offering, findOffering } from '../domain/offering';
import { invalid, notFound } from '../problem';
import { reportedRecords } from './dailyRecords';
import { findPerson, personInBatch, personOfAccount } from './person';
import { studentReport } from './student';
import { studentInSubject, subjectSheet } from './subject';
import { transcriptOf } from './transcript';

export const reportRoutes: Route[] = [
  route(reportsApi.student, (call) => readOwnReport(call, call.params.userId, call.query.level)),
  route(reportsApi.transcript, (call) =>
    readTranscript(call, { ...call.params, ...call.query }, call.query.level),
  ),
  route(reportsApi.studentInSubject, (call) => readStudentInSubject(call, { ...call.params, ...call.query })),
  route(reportsApi.subject, (call) => readSubjectSheet(call, { ...call.params, ...call.query })),
  route(reportsApi.dailyOfStudent, (call) => readDailyOfStudent(call, { ...call.params, ...call.query })),
  route(reportsApi.dailyOfRange, (call) => readDailyOfRange(call, call.query)),
];

/*
 * The six reports within the scope of the caller; anything outside it is NOT_FOUND. Screens and PDF papers both read
 * here, so that a paper never shows more than the screen.
 */

export type Caller = Pick<Call, 'config' | 'data' | 'user' | 'scope'>;

interface InBatch {
  batchName: string;
}
interface OfStudent extends InBatch {
  studentId: string;
}
interface OfSubject extends InBatch {
  subjectCode: string;
}
interface OfKind {
  kind?: KindFilter | undefined;
  circle_id?: number | undefined;
}

/** A subject within the scope of the caller; a student also sees subjects of former batches. @throws NOT_FOUND */
async function offeringOf(
  { data, user, scope }: Caller,
  { batchName, subjectCode }: OfSubject,
): Promise<Offering> {
  const subjects = user.role === 'student' ? ofEveryOwnBatch(user.id) : (await scope()).subjects;
  return findOffering(data.read, batchName, subjectCode, subjects);
}

/** @throws VALIDATION for a subject of another type; spec 2 §5 */
function requireDailySubject({ type }: Offering): void {
  if (type !== dailyRecordType) throw invalid({ path: 'subjectCode', message: ruleMessages.notDailySubject });
}

/** @throws VALIDATION for a reversed range, or one that is too long */
function refuseRange(startDate: string, endDate: string): void {
  const days = daysBetween(startDate, endDate) + 1;
  if (days < 1) throw invalid({ path: 'endDate', message: ruleMessages.datesReversed });
  if (days > maxRangeDays)
    throw invalid({ path: 'endDate', message: ruleMessages.rangeTooLong(maxRangeDays) });
}

export async function readOwnReport(call: Caller, userId: number, level?: number) {
  const { data, user } = call;
  if (user.role === 'student' && userId !== user.id) throw notFound();
  const person = await personOfAccount(data.read, userId, { user, scope: await call.scope() });
  const { today } = await loadInstituteDay(data.read, data.now());
  // A teacher gets no e-mail and phone, as in the list of students. Decision 20b.
  const visible = user.role === 'teacher' ? { ...person, email: null, phone: null } : person;
  return studentReport(data.read, visible, today, level);
}

const readTranscript = async (call: Caller, request: OfStudent, level?: number) =>
  transcriptOf(call.data.read, await findPerson(call, request), level);

/**
 * A student who is or was in the batch of a subject, for his records in it: a caller who sees the whole subject also
 * sees students who have moved to another batch. @throws NOT_FOUND
 */
async function findPersonIn({ subjectId }: Offering, { data, user, ...call }: Caller, of: OfStudent) {
  const scope = await call.scope();
  const students = withPupils({ subjectId }, scope).pupils;
  return personInBatch(data.read, of.studentId, of.batchName, { user, scope: { ...scope, students } });
}

export async function readStudentInSubject(call: Caller, request: OfStudent & OfSubject) {
  const offering = await offeringOf(call, request);
  return studentInSubject(call.data.read, await findPersonIn(offering, call, request), offering);
}

export async function readSubjectSheet(call: Caller, request: OfSubject) {
  const offering = await offeringOf(call, request);
  return subjectSheet(call.data.read, withPupils(offering, await call.scope()), call.config.PLAIN_API);
}

/**
 * Which daily records the caller asks for, within those that he may read. @throws NOT_FOUND for a circle outside of
 * the scope
 */
async function wantedOf({ data, ...call }: Caller, { subjectId }: Offering, { kind, circle_id: id }: OfKind) {
  const scope = await call.scope();
  const within = recordsWithin(scope, id, 'daily_records');
  if (id === undefined) return { kind, within };
  const { today } = await loadInstituteDay(data.read, data.now());
  const name = await findCircle(data.read, scope, { subjectId, circleId: id, date: today });
  return { kind, circle: { id, name }, within };
}

export async function readDailyOfStudent(call: Caller, request: OfStudent & OfSubject & OfKind) {
  const offering = await offeringOf(call, request);
  const person = await findPersonIn(offering, call, request);
  requireDailySubject(offering);
  return reportedRecords(call.data.read, offering, { person, ...(await wantedOf(call, offering, request)) });
}

export async function readDailyOfRange(
  call: Caller,
  request: OfSubject & OfKind & { startDate: string; endDate: string; studentId?: string | undefined },
) {
  const { batchName, startDate, endDate, studentId } = request;
  const offering = await offeringOf(call, request);
  const person = studentId ? await findPersonIn(offering, call, { studentId, batchName }) : undefined;
  requireDailySubject(offering);
  refuseRange(startDate, endDate);
  const days = { from: startDate, to: endDate };
  const wanted = await wantedOf(call, offering, request);
  return reportedRecords(call.data.read, offering, { days, person, ...wanted });
}

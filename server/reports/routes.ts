import { ruleMessages } from '../../contract/errors';
import { longestRange, reportsApi } from '../../contract/reports';
import { daysBetween } from '../../contract/rules/retention';
import { dailyRecordType } from '../../contract/vocabulary';
import { instituteDay } from '../db/institute';
import { type Offering, offeringNamed } from '../db/offering';
import { type Call, type Route, route } from '../mount';
import { invalid, notFound } from '../problem';
import { reportedRecords } from './dailyRecords';
import { personInBatch, personOfAccount } from './person';
import { studentReport } from './student';
import { studentInSubject, subjectSheet } from './subject';
import { transcriptOf } from './transcript';

type Asked = Pick<Call, 'data' | 'user' | 'scope'>;

const offeringOf = async (
  { data, scope }: Asked,
  batchName: string,
  subjectCode: string,
): Promise<Offering> => offeringNamed(data.read, batchName, subjectCode, (await scope()).subjects);

const personOf = async ({ data, user, scope }: Asked, studentId: string, batchName: string) =>
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

export const reportRoutes: Route[] = [
  route(reportsApi.student, async (call) => {
    const { data, user, params, query } = call;
    if (user.role === 'student' && params.userId !== user.id) throw notFound();
    const person = await personOfAccount(data.read, params.userId, { user, scope: await call.scope() });
    const { today } = await instituteDay(data.read, data.now());
    return studentReport(data.read, person, today, query.level);
  }),

  route(reportsApi.transcript, async (call) => {
    const { batchName, level } = call.query;
    const person = await personOf(call, call.params.studentId, batchName);
    return transcriptOf(call.data.read, person, level);
  }),

  route(reportsApi.studentInSubject, async (call) => {
    const { studentId, subjectCode } = call.params;
    const offering = await offeringOf(call, call.query.batchName, subjectCode);
    const person = await personOf(call, studentId, call.query.batchName);
    return studentInSubject(call.data.read, person, offering);
  }),

  route(reportsApi.subject, async (call) =>
    subjectSheet(call.data.read, await offeringOf(call, call.query.batchName, call.params.subjectCode)),
  ),

  route(reportsApi.dailyOfStudent, async (call) => {
    const { studentId, subjectCode } = call.params;
    const offering = await offeringOf(call, call.query.batchName, subjectCode);
    const person = await personOf(call, studentId, call.query.batchName);
    refuseOtherTypes(offering);
    return reportedRecords(call.data.read, offering, { person });
  }),

  route(reportsApi.dailyOfRange, async (call) => {
    const { batchName, subjectCode, startDate, endDate, studentId } = call.query;
    const offering = await offeringOf(call, batchName, subjectCode);
    const person = studentId ? await personOf(call, studentId, batchName) : undefined;
    refuseOtherTypes(offering);
    refuseRange(startDate, endDate);
    return reportedRecords(call.data.read, offering, { days: { from: startDate, to: endDate }, person });
  }),
];

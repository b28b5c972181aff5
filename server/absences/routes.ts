import { absencesApi, allBatches } from '../../contract/absences';
import { ruleMessages } from '../../contract/errors';
import { successMessages } from '../../contract/successMessages';
import { instituteDay } from '../db/institute';
import { offeringNamed } from '../db/offering';
import { type Call, done, type Route, route } from '../mount';
import { invalid } from '../problem';
import { circlesMeant, type Reader } from './circles';
import { asRegister, readRegister } from './day';
import { absentees, absenceStatistics, askedRegisters, reportedAbsences } from './queries';
import { recordAbsences, setRegister } from './register';

const savedAnswer = (absent: readonly unknown[]) =>
  done(absent.length > 0 ? successMessages.absencesSaved : successMessages.registerWithoutAbsence);

const readerOf = async ({ scope }: Pick<Call, 'scope'>): Promise<Reader> => ({ scope: await scope() });

export const absenceRoutes: Route[] = [
  route(absencesApi.day, async (call) => {
    const { data, params, query } = call;
    const { x, y, date } = params;
    const reader = await readerOf(call);
    const offering = await offeringNamed(data.read, x, y, reader.scope.subjects);
    const circles = await circlesMeant(data.read, reader, { offering, date, circleId: query.circle_id });
    return asRegister(await readRegister(data.read, offering, date, circles));
  }),

  route(absencesApi.statistics, async ({ data, params: { x }, query, scope }) => {
    const batchName = x === allBatches ? null : x;
    const asked = await askedRegisters(data.read, { ...query, batchName }, await scope());
    const { today } = await instituteDay(data.read, data.now());
    return absenceStatistics(data.read, asked, today);
  }),

  route(absencesApi.report, async ({ data, query, scope }) => {
    const { startDate, endDate } = query;
    if (startDate && endDate && endDate < startDate)
      throw invalid({ path: 'endDate', message: ruleMessages.datesReversed });
    const asked = await askedRegisters(data.read, query, await scope());
    return {
      ...(await reportedAbsences(data.read, asked, query)),
      students: await absentees(data.read, asked, query),
    };
  }),

  route(absencesApi.record, async (call) => {
    const { data, actor, body } = call;
    const reader = await readerOf(call);
    await data.writeTogether(actor, (unit) => recordAbsences(unit, reader, body, body.absentStudents));
    return savedAnswer(body.absentStudents);
  }),

  route(absencesApi.setDay, async (call) => {
    const { data, actor, params, body } = call;
    const reader = await readerOf(call);
    const { absentStudents, version, circle_id } = body;
    const day = { batchName: params.x, subjectCode: params.y, date: params.date, circle_id };
    const register = await data.writeTogether(actor, (unit) =>
      setRegister(unit, reader, day, absentStudents, version),
    );
    return { ...savedAnswer(absentStudents), ...asRegister(register) };
  }),
];

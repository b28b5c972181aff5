import { absencesApi, allBatches } from '../../contract/absences';
import { ruleMessages } from '../../contract/errors';
import { successMessages } from '../../contract/successMessages';
import { loadInstituteDay } from '../domain/institute';
import { findOffering } from '../domain/offering';
import { done, type Route, route } from '../mount';
import { invalid } from '../problem';
import { circlesMeant } from './circles';
import { asRegister, readRegister } from './day';
import { absentees, absenceStatistics, askedRegisters, reportedAbsences } from './queries';
import { recordAbsences, setRegister } from './register';

const savedAnswer = (absent: readonly unknown[]) =>
  done(absent.length > 0 ? successMessages.absencesSaved : successMessages.registerWithoutAbsence);

export const absenceRoutes: Route[] = [
  route(absencesApi.day, async ({ data, params, query, scope }) => {
    const { x, y, date } = params;
    const own = await scope(date);
    const offering = await findOffering(data.read, x, y, own.subjects);
    const circles = await circlesMeant(data.read, own, { offering, date, circleId: query.circle_id });
    return asRegister(await readRegister(data.read, offering, date, circles));
  }),

  route(absencesApi.statistics, async ({ data, params: { x }, query, scope }) => {
    const batchName = x === allBatches ? null : x;
    const { today } = await loadInstituteDay(data.read, data.now());
    const asked = await askedRegisters(data.read, { ...query, batchName }, await scope(), today);
    return absenceStatistics(data.read, asked, today);
  }),

  route(absencesApi.report, async ({ data, query, scope }) => {
    const { startDate, endDate } = query;
    if (startDate && endDate && endDate < startDate)
      throw invalid({ path: 'endDate', message: ruleMessages.datesReversed });
    const { today } = await loadInstituteDay(data.read, data.now());
    const asked = await askedRegisters(data.read, query, await scope(), today);
    return {
      ...(await reportedAbsences(data.read, asked, query)),
      students: await absentees(data.read, asked, query),
    };
  }),

  route(absencesApi.record, async ({ data, actor, body, scope }) => {
    const own = await scope(body.date);
    await data.writeTogether(actor, (unit) => recordAbsences(unit, own, body, body.absentStudents));
    return savedAnswer(body.absentStudents);
  }),

  route(absencesApi.setDay, async ({ data, actor, params, body, scope }) => {
    const own = await scope(params.date);
    const { absentStudents, version, circle_id } = body;
    const day = { batchName: params.x, subjectCode: params.y, date: params.date, circle_id };
    const register = await data.writeTogether(actor, (unit) =>
      setRegister(unit, own, day, absentStudents, version),
    );
    return { ...savedAnswer(absentStudents), ...asRegister(register) };
  }),
];

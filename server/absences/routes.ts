import { absencesApi, allBatches } from '../../contract/absences';
import { ruleMessages } from '../../contract/errors';
import { successMessages } from '../../contract/successMessages';
import { loadInstituteDay } from '../domain/institute';
import { findOffering } from '../domain/offering';
import { successBody, type Route, route } from '../mount';
import { invalid } from '../problem';
import { findRequestedCircles } from './circles';
import { toRegister, loadRegister } from './day';
import { loadAbsentees, loadStatistics, selectRegisters, loadAbsences } from './queries';
import { recordAbsences, replaceRegister } from './register';

const buildAnswer = (absent: readonly unknown[]) =>
  successBody(absent.length > 0 ? successMessages.absencesSaved : successMessages.registerWithoutAbsence);

export const absenceRoutes: Route[] = [
  route(absencesApi.day, async ({ data, params, query, scope }) => {
    const { x, y, date } = params;
    const dayScope = await scope(date);
    const offering = await findOffering(data.read, x, y, dayScope.subjects);
    const circles = await findRequestedCircles(data.read, dayScope, {
      offering,
      date,
      circleId: query.circle_id,
    });
    return toRegister(await loadRegister(data.read, offering, date, circles));
  }),

  route(absencesApi.statistics, async ({ data, params: { x }, query, scope }) => {
    const batchName = x === allBatches ? null : x;
    const { today } = await loadInstituteDay(data.read, data.now());
    const selection = await selectRegisters(data.read, { ...query, batchName }, await scope(), today);
    return loadStatistics(data.read, selection, today);
  }),

  route(absencesApi.report, async ({ data, query, scope }) => {
    const { startDate, endDate } = query;
    if (startDate && endDate && endDate < startDate)
      throw invalid({ path: 'endDate', message: ruleMessages.datesReversed });
    const { today } = await loadInstituteDay(data.read, data.now());
    const selection = await selectRegisters(data.read, query, await scope(), today);
    return {
      ...(await loadAbsences(data.read, selection, query)),
      students: await loadAbsentees(data.read, selection, query),
    };
  }),

  route(absencesApi.record, async ({ data, actor, body, scope }) => {
    const dayScope = await scope(body.date);
    await data.writeConcurrently(actor, (unit) => recordAbsences(unit, dayScope, body, body.absentStudents));
    return buildAnswer(body.absentStudents);
  }),

  route(absencesApi.setDay, async ({ data, actor, params, body, scope }) => {
    const dayScope = await scope(params.date);
    const { absentStudents, version, circle_id } = body;
    const day = { batchName: params.x, subjectCode: params.y, date: params.date, circle_id };
    const register = await data.writeConcurrently(actor, (unit) =>
      replaceRegister(unit, dayScope, day, absentStudents, version),
    );
    return { ...buildAnswer(absentStudents), ...toRegister(register) };
  }),
];

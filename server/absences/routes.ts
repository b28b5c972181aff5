import { absencesApi, allBatches } from '../../contract/absences';
import { ruleMessages } from '../../contract/errors';
import { successMessages } from '../../contract/successMessages';
import { instituteDay } from '../db/institute';
import { offeringNamed } from '../db/offering';
import { done, type Route, route } from '../mount';
import { invalid } from '../problem';
import {
  asRegister,
  readRegister,
  absentees,
  reportedAbsences,
  absenceStatistics,
  askedSubjects,
} from './queries';
import { recordAbsences, setRegister } from './register';

const savedAnswer = (absent: readonly unknown[]) =>
  done(absent.length > 0 ? successMessages.absencesSaved : successMessages.registerWithoutAbsence);

export const absenceRoutes: Route[] = [
  route(absencesApi.day, async ({ data, params: { x, y, date }, scope }) => {
    const offering = await offeringNamed(data.read, x, y, (await scope()).subjects);
    return asRegister(await readRegister(data.read, offering, date));
  }),

  route(absencesApi.statistics, async ({ data, params: { x }, query: { subjectCode }, scope }) => {
    const batchName = x === allBatches ? null : x;
    const asked = await askedSubjects(data.read, { batchName, subjectCode }, await scope());
    const { today } = await instituteDay(data.read, data.now());
    return absenceStatistics(data.read, asked, today);
  }),

  route(absencesApi.report, async ({ data, query, scope }) => {
    const { startDate, endDate } = query;
    if (startDate && endDate && endDate < startDate)
      throw invalid({ path: 'endDate', message: ruleMessages.datesReversed });
    const asked = await askedSubjects(data.read, query, await scope());
    return {
      ...(await reportedAbsences(data.read, asked, query)),
      students: await absentees(data.read, asked, query),
    };
  }),

  route(absencesApi.record, async ({ data, actor, body, scope }) => {
    const { subjects } = await scope();
    await data.writeTogether(actor, (unit) => recordAbsences(unit, subjects, body, body.absentStudents));
    return savedAnswer(body.absentStudents);
  }),

  route(absencesApi.setDay, async ({ data, actor, params: { x, y, date }, body, scope }) => {
    const { subjects } = await scope();
    const { absentStudents, version } = body;
    const day = { batchName: x, subjectCode: y, date };
    const register = await data.writeTogether(actor, (unit) =>
      setRegister(unit, subjects, day, absentStudents, version),
    );
    return { ...savedAnswer(absentStudents), ...asRegister(register) };
  }),
];

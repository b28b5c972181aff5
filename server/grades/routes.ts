import { gradesApi } from '../../contract/grades';
import { gradeStatistics } from '../../contract/rules/statistics';
import { successMessages } from '../../contract/successMessages';
import { marksOf, sheetRows } from '../db/gradeSheet';
import { gradeSettingsOf, type Offering, offeringNamed } from '../db/offering';
import { type Call, type Route, route } from '../mount';
import { gradeHistory } from './history';
import { saveGrades } from './save';

type Named = Pick<Call<{ batchName: string; subjectCode: string }>, 'data' | 'params' | 'scope'>;

async function sheetNamed({ data, params, scope }: Named) {
  const { subjects } = await scope();
  const offering: Offering = await offeringNamed(data.read, params.batchName, params.subjectCode, subjects);
  return { offering, settings: await gradeSettingsOf(data.read, offering.subjectId) };
}

export const gradeRoutes: Route[] = [
  route(gradesApi.sheet, async (call) => {
    const { offering, settings } = await sheetNamed(call);
    return sheetRows(call.data.read, offering, settings);
  }),

  route(gradesApi.statistics, async (call) => {
    const { offering, settings } = await sheetNamed(call);
    return gradeStatistics(await marksOf(call.data.read, offering), settings);
  }),

  route(gradesApi.save, async ({ data, actor, body, scope }) => {
    const { subjects } = await scope();
    const grades = await data.writeTogether(actor, async (unit) => {
      const offering = await offeringNamed(unit.trx, body.batchName, body.subjectCode, subjects);
      return saveGrades(unit, offering, body.grades);
    });
    return { success: true as const, message: successMessages.gradesSaved, grades };
  }),

  route(gradesApi.history, async (call) => {
    const { offering, settings } = await sheetNamed(call);
    return gradeHistory(call.data.read, offering, settings, call.params.studentId);
  }),
];

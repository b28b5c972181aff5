import { dailyRecordsApi } from '../../contract/dailyRecords';
import { successMessages } from '../../contract/successMessages';
import { offeringNamed } from '../db/offering';
import { type Route, route } from '../mount';
import { dayRecords } from './queries';
import { saveRecords } from './saving';
import { refuseOtherSubjects } from './subjects';

export const dailyRecordRoutes: Route[] = [
  route(dailyRecordsApi.day, async ({ data, params: { batchName, subjectCode, date }, scope }) => {
    const offering = await offeringNamed(data.read, batchName, subjectCode, (await scope()).subjects);
    refuseOtherSubjects(offering);
    return { records: await dayRecords(data.read, offering, date) };
  }),

  route(dailyRecordsApi.save, async ({ data, actor, body, scope }) => {
    const { subjects } = await scope();
    const records = await data.writeTogether(actor, (unit) =>
      saveRecords(unit, subjects, body, body.records),
    );
    return { success: true as const, message: successMessages.dailyRecordsSaved, records };
  }),
];

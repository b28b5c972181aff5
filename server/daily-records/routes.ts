import { dailyRecordsApi, type WantedKind } from '../../contract/dailyRecords';
import { successMessages } from '../../contract/successMessages';
import { defaultRecordKind, type RecordKind, recordKinds } from '../../contract/vocabulary';
import { offeringNamed } from '../db/offering';
import { done, type Route, route } from '../mount';
import { dayRecords, refuseOtherSubjects } from './queries';
import { saveRecords } from './save';

const kindsOf = (wanted: WantedKind = defaultRecordKind): readonly RecordKind[] =>
  wanted === 'all' ? recordKinds : [wanted];

export const dailyRecordRoutes: Route[] = [
  route(dailyRecordsApi.day, async ({ data, params: { batchName, subjectCode, date }, query, scope }) => {
    const offering = await offeringNamed(data.read, batchName, subjectCode, (await scope()).subjects);
    refuseOtherSubjects(offering);
    return { records: await dayRecords(data.read, offering, date, kindsOf(query.kind)) };
  }),

  route(dailyRecordsApi.save, async ({ data, actor, body, scope }) => {
    const { subjects } = await scope();
    const records = await data.writeTogether(actor, (unit) => saveRecords(unit, subjects, body));
    return { ...done(successMessages.dailyRecordsSaved), records };
  }),
];

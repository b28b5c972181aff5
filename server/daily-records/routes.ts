import { dailyRecordsApi, type KindFilter } from '../../contract/dailyRecords';
import { successMessages } from '../../contract/successMessages';
import { defaultRecordKind, type RecordKind, recordKinds } from '../../contract/vocabulary';
import { findOffering, requireDailySubject } from '../domain/offering';
import { successBody, type Route, route } from '../mount';
import { loadVisibleStudents } from './students';
import { loadDayRecords } from './queries';
import { saveRecords } from './save';

const resolveKinds = (requested: KindFilter = defaultRecordKind): readonly RecordKind[] =>
  requested === 'all' ? recordKinds : [requested];

export const dailyRecordRoutes: Route[] = [
  route(dailyRecordsApi.day, async ({ data, params: { batchName, subjectCode, date }, query, ...call }) => {
    const scope = await call.scope(date);
    const offering = await findOffering(data.read, batchName, subjectCode, scope.subjects);
    requireDailySubject(offering);
    const students = await loadVisibleStudents(data.read, scope, {
      offering,
      date,
      circleId: query.circle_id,
    });
    const day = { offering, date, kinds: resolveKinds(query.kind), students };
    return { records: await loadDayRecords(data.read, day) };
  }),

  route(dailyRecordsApi.save, async ({ data, actor, body, ...call }) => {
    const scope = await call.scope(body.recordDate);
    const records = await data.writeConcurrently(actor, (unit) => saveRecords(unit, scope, body, actor.name));
    return { ...successBody(successMessages.dailyRecordsSaved), records };
  }),
];

import { ruleMessages } from '../../contract/errors';
import { dailyRecordType } from '../../contract/vocabulary';
import type { Offering } from '../db/offering';
import { invalid } from '../problem';

/** @throws VALIDATION for a subject of another type; spec 2 §2 */
export function refuseOtherSubjects({ type }: Offering): void {
  if (type !== dailyRecordType) throw invalid({ path: 'subjectCode', message: ruleMessages.notDailySubject });
}
